import { describe, expect, it } from 'vitest';
import { type Actor, mayAccess, mayAskAbout } from '#domain/users/permission.ts';

const customer: Actor = { id: 'u1', email: 'ann@example.test', role: 'customer' };
const admin: Actor = { id: 'u2', email: 'boss@example.test', role: 'admin' };

describe('what belongs to somebody', () => {
  it.each([
    [customer, 'u1', true],
    [customer, 'u2', false],
    [customer, '', false],
    [admin, 'u1', true],
    [admin, 'u2', true],
  ])('%#', (actor, userId, may) => {
    expect(mayAccess(actor, { userId })).toBe(may);
  });
});

describe('a question about an email', () => {
  it.each([
    [customer, 'ann@example.test', true],
    [customer, 'Ann@Example.TEST', true],
    [customer, 'boss@example.test', false],
    [customer, 'ann@example.test ', false],
    [customer, '', false],
    [admin, 'ann@example.test', true],
    [admin, 'nobody@example.test', true],
  ])('%#', (actor, email, may) => {
    expect(mayAskAbout(actor, email)).toBe(may);
  });
});
