/** Who may see and touch what. Pure questions; the use cases answer 404 where one may not know. */

export type Role = 'customer' | 'admin';
export type Actor = { readonly id: string; readonly email: string; readonly role: Role };

/** An admin sees everything; anyone else what is theirs. */
export function mayAccess(actor: Actor, owner: { readonly userId: string }): boolean {
  return actor.role === 'admin' || actor.id === owner.userId;
}

/** Whether an email names the actor themself, or the actor may ask about anybody. */
export function mayAskAbout(actor: Actor, email: string): boolean {
  return actor.role === 'admin' || actor.email === email.toLowerCase();
}
