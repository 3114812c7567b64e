/** The vehicle bar, on the pages of the shop. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { searchOfVehicle } from '#web/addresses/vehicle-search.ts';
import type { OwnVehicle } from '#web/features/vehicles/own-vehicle.ts';
import { VehicleBar } from '#web/features/vehicles/vehicle-bar.tsx';
import { useShopPage } from './shop-pages.ts';

export function ShopVehicleBar() {
  const page = useShopPage();
  return page === undefined ? null : <Bar page={page} />;
}

/** The way to the parts of the vehicle, or back to all where they are shown. */
function FittingParts({ vehicle, shown }: { readonly vehicle: OwnVehicle; readonly shown: boolean }) {
  const page = useShopPage();
  if (shown) {
    return (
      <Link to="." search={(search) => ({ ...search, cursor: undefined, ...searchOfVehicle(null) })}>
        Show all parts
      </Link>
    );
  }
  // On the list, what else it is narrowed to stays.
  return page === '/catalogue' ? (
    <Link to="." search={(search) => ({ ...search, cursor: undefined, ...searchOfVehicle(vehicle) })}>
      Only parts that fit
    </Link>
  ) : (
    <Link to="/catalogue" search={searchOfVehicle(vehicle)}>
      Parts that fit
    </Link>
  );
}

function Bar({ page }: { readonly page: string }) {
  const navigate = useNavigate();
  const id = useSearch({ strict: false, select: (search) => search.vehicle });
  const engine = useSearch({ strict: false, select: (search) => search.engine });
  const onAddress = useCallback(
    (vehicle: OwnVehicle | null, chosen: boolean) => {
      if (chosen && vehicle !== null && page === '/') {
        // Who chooses a vehicle before anything else wants to see its parts.
        void navigate({ to: '/catalogue', search: searchOfVehicle(vehicle) });
        return;
      }
      // Another list begins at its first page.
      void navigate({
        to: '.',
        search: (search) => ({ ...search, cursor: undefined, ...searchOfVehicle(vehicle) }),
        replace: !chosen,
        resetScroll: false,
        state: { staysInPlace: true },
      });
    },
    [navigate, page],
  );
  return (
    <VehicleBar
      vehicleInAddress={id === undefined ? undefined : { vehicle: id, engine }}
      onAddress={onAddress}
      links={(vehicle) => (
        <FittingParts vehicle={vehicle} shown={page === '/catalogue' && id === String(vehicle.id)} />
      )}
    />
  );
}
