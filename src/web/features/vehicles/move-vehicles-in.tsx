/** Vehicles that somebody chose before signing in are in their garage afterwards. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#web/api.ts';
import { useSession } from '#web/features/identity/session.ts';
import { guestVehicles, noteGuest, noteMovedIn } from './vehicle-shelf.ts';

export function MoveVehiclesIn() {
  const session = useSession();
  const queryClient = useQueryClient();
  const isSignedIn = session.status === 'signed-in';
  const isGuest = session.status === 'signed-out';
  useEffect(() => noteGuest(isGuest), [isGuest]);
  useEffect(() => {
    const vehicles = isSignedIn ? [...guestVehicles()] : [];
    if (vehicles.length === 0) return;
    api()
      .garageMoveIn({ body: { vehicles: vehicles.map(({ id, engine }) => ({ vehicle: id, engine })) } })
      .then(
        () => {
          noteMovedIn(vehicles);
          return queryClient.invalidateQueries({ queryKey: ['garage'] });
        },
        // They are tried again at the next sign-in.
        () => undefined,
      );
  }, [isSignedIn, queryClient]);
  return null;
}
