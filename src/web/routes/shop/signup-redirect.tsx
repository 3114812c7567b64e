/** `/signUp` is another way to write `/signup`. */
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/signUp')({
  beforeLoad: () => {
    throw redirect({ to: '/signup', statusCode: 301 });
  },
});
