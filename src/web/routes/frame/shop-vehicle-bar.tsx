/** The vehicle bar, on the pages of the shop. */
import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { VehicleBody } from '#contract/vehicles.ts';
import { VehicleBar } from '#web/features/vehicles/vehicle-bar.tsx';
import { useShopPage } from './shop-pages.ts';

export function ShopVehicleBar() {
  const page = useShopPage();
  return page === undefined ? null : <Bar page={page} />;
}

/** The way to the parts of the vehicle, or back to all where they are shown. */
function FittingParts({ vehicle, shown }: { readonly vehicle: VehicleBody; readonly shown: boolean }) {
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.routeId });
  const id = String(vehicle.id);
  if (shown) {
    return (
      <Link to="." search={(search) => ({ ...search, cursor: undefined, vehicle: undefined })}>
        Show all parts
      </Link>
    );
  }
  // On the list, what else it is narrowed to stays.
  return page === '/catalogue' ? (
    <Link to="." search={(search) => ({ ...search, cursor: undefined, vehicle: id })}>
      Only parts that fit
    </Link>
  ) : (
    <Link to="/catalogue" search={{ vehicle: id }}>
      Parts that fit
    </Link>
  );
}

function Bar({ page }: { readonly page: string }) {
  const navigate = useNavigate();
  const vehicleInAddress = useSearch({ strict: false, select: (search) => search.vehicle });
  const onAddress = useCallback(
    (vehicle: VehicleBody | null, chosen: boolean) => {
      const id = vehicle === null ? undefined : String(vehicle.id);
      if (chosen && id !== undefined && page === '/') {
        // Who chooses a vehicle before anything else wants to see its parts.
        void navigate({ to: '/catalogue', search: { vehicle: id } });
        return;
      }
      // Another list begins at its first page.
      void navigate({
        to: '.',
        search: (search) => ({ ...search, cursor: undefined, vehicle: id }),
        replace: !chosen,
        resetScroll: false,
      });
    },
    [navigate, page],
  );
  return (
    <VehicleBar
      vehicleInAddress={vehicleInAddress}
      onAddress={onAddress}
      links={(vehicle) => (
        <FittingParts
          vehicle={vehicle}
          shown={page === '/catalogue' && vehicleInAddress === String(vehicle.id)}
        />
      )}
    />
  );
}
