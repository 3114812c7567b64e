import { expect, test } from 'vitest';
import { loggedError } from '#server/platform/log.ts';

test('of an error the log tells what it is and why, and nothing that it carries along', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(someone@example.test) already exists.',
    client: { password: 'secret' },
  });
  const logged = loggedError(new Error('The order was not placed', { cause }));
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'The order was not placed',
    cause: { message: 'duplicate key', code: '23505' },
  });
  expect(logged.stack).toContain('log.test.ts');
  expect(JSON.stringify(logged)).not.toMatch(/someone@|secret/);
});

test('of what is no error, and of causes that go round in a circle, it tells as much as there is', () => {
  expect(loggedError('broken')).toEqual({ type: 'string', message: 'broken' });
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.stringify(loggedError(circle)).match(/"message"/g)).toHaveLength(6);
});
