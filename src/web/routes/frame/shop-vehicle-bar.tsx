/** The vehicle bar, on the pages of the shop: where parts are looked for and looked at. */
import {
  type RegisteredRouter,
  type RouteIds,
  useNavigate,
  useRouterState,
  useSearch,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import type { VehicleBody } from '#contract/vehicles.ts';
import { VehicleBar } from '#web/features/vehicles/vehicle-bar.tsx';

const SHOP_PAGES: ReadonlySet<string> = new Set<RouteIds<RegisteredRouter['routeTree']>>([
  '/',
  '/catalogue',
  '/catalogue/$brand/$partNumber',
  '/parts/$partsId',
]);

export function ShopVehicleBar() {
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.routeId });
  return page !== undefined && SHOP_PAGES.has(page) ? <Bar /> : null;
}

function Bar() {
  const navigate = useNavigate();
  const vehicleInAddress = useSearch({ strict: false, select: (search) => search.vehicle });
  const onAddress = useCallback(
    (vehicle: VehicleBody | null, chosen: boolean) => {
      const id = vehicle === null ? undefined : String(vehicle.id);
      // Another list begins at its first page.
      void navigate({
        to: '.',
        search: (search) => ({ ...search, cursor: undefined, vehicle: id }),
        replace: !chosen,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return <VehicleBar vehicleInAddress={vehicleInAddress} onAddress={onAddress} links={() => null} />;
}
