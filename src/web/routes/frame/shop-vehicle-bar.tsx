/** The vehicle bar, on the pages of the shop. */
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { searchOfVehicle, vehicleSearch } from '#web/addresses/vehicle-search.ts';
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
  const router = useRouter();
  // Read as the latest is: the router hands on what cannot be a vehicle's, too.
  const { vehicle: id, engine } = vehicleSearch({
    vehicle: useSearch({ strict: false, select: (search) => search.vehicle }),
    engine: useSearch({ strict: false, select: (search) => search.engine }),
  });
  const latestInAddress = useCallback(() => vehicleSearch(router.latestLocation.search), [router]);
  const onAddress = useCallback(
    (vehicle: OwnVehicle | null, chosen: boolean) => {
      if (chosen && vehicle !== null && page === '/') {
        // Who chooses a vehicle before anything else wants to see its parts.
        void navigate({ to: '/catalogue', search: searchOfVehicle(vehicle) });
        return;
      }
      const wanted = searchOfVehicle(vehicle);
      const latest = latestInAddress();
      // The same address once more would be a step in the history that leads nowhere.
      if (wanted.vehicle === latest.vehicle && wanted.engine === latest.engine) return;
      // Another list begins at its first page.
      void navigate({
        to: '.',
        search: (search) => ({ ...search, cursor: undefined, ...wanted }),
        replace: !chosen,
        resetScroll: false,
        state: { staysInPlace: true },
      });
    },
    [navigate, latestInAddress, page],
  );
  return (
    <VehicleBar
      vehicleInAddress={id === undefined ? undefined : { vehicle: id, engine }}
      latestInAddress={latestInAddress}
      onAddress={onAddress}
      links={(vehicle) => (
        <FittingParts vehicle={vehicle} shown={page === '/catalogue' && id === String(vehicle.id)} />
      )}
    />
  );
}
