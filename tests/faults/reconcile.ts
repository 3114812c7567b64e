/** Brings the books up to what the provider says, by the ways that the shop has for that. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Notice } from './provider.ts';
import type { World } from './world.ts';

/** The provider repeats each notice for days until it is taken; here as fast as it goes. */
export async function reconcile(world: World, lost: readonly Notice[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const [at, notice] of lost.entries()) {
    const app = world.apps[at % world.apps.length];
    for (;;) {
      const answer = await fetch(`${app?.url}/api/webhooks/stripe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': world.provider.sign(notice.body, new Date()),
        },
        body: notice.body,
      });
      await answer.body?.cancel();
      if (answer.status === 200) break;
      if (performance.now() > deadline)
        throw new Error(`the notice ${notice.id} is answered ${answer.status} to the end`);
      await wait(200);
    }
  }
}
