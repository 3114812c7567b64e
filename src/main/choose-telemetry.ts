/** Telemetry where the settings ask for it. Its libraries are loaded then, and only then. */
import type { CacheFigures } from '#server/platform/cache/answer-cache.ts';
import type { Config } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { queueFigures } from '#server/platform/queue-figures.ts';
import packageJson from '../../package.json' with { type: 'json' };

export type Telemetry = { stop(): Promise<void> };

const figuresOf = ({ totalCount, idleCount, waitingCount }: Databases['writePool']) => ({
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

/**
 * @param answers what is kept, once there is a shop
 * @throws SetupError when the port for metrics can't be had
 */
export async function chooseTelemetry(
  config: Config,
  databases: Databases,
  answers: () => CacheFigures | undefined,
): Promise<Telemetry> {
  if (config.telemetry === undefined) return { async stop() {} };
  const { openTelemetry } = await import('#server/adapters/telemetry/telemetry.ts');
  return openTelemetry({
    ...config.telemetry,
    service: { name: 'mainshaft', version: packageJson.version },
    figures: {
      pools: () => ({
        write: figuresOf(databases.writePool),
        read: figuresOf(databases.readPool),
        ...(databases.replicaPool && { replica: figuresOf(databases.replicaPool) }),
      }),
      queues: () => queueFigures(databases.read),
      answers,
    },
  });
}
