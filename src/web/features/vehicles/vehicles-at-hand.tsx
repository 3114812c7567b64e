/** Vehicles that are one click away: one's own, and those chosen lately. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '#web/features/identity/session.ts';
import { garageQuery, vehicleKept } from './garage-queries.ts';
import { type OwnVehicle, vehicleKey } from './own-vehicle.ts';
import { useRecentVehicles } from './vehicle-shelf.ts';
import styles from './vehicles-at-hand.module.css';

/** One's own vehicles, and those chosen lately that are none of them. */
export function VehiclesAtHand({ onChoose }: { readonly onChoose: (vehicle: OwnVehicle) => void }) {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : '';
  const garage = useQuery({ ...garageQuery(email), enabled: email !== '' }).data ?? [];
  const ofGarage = new Set(garage.map((kept) => vehicleKey(vehicleKept(kept))));
  const recent = useRecentVehicles().filter((vehicle) => !ofGarage.has(vehicleKey(vehicle)));
  return (
    <>
      {garage.length > 0 && (
        <VehicleButtons title="My vehicles">
          {garage.map((kept) => (
            <VehicleButton
              key={kept.id}
              vehicle={vehicleKept(kept)}
              name={kept.name}
              aside={kept.plate}
              onChoose={onChoose}
            />
          ))}
        </VehicleButtons>
      )}
      {recent.length > 0 && (
        <VehicleButtons title="Recent">
          {recent.map((vehicle) => (
            <VehicleButton key={vehicleKey(vehicle)} vehicle={vehicle} onChoose={onChoose} />
          ))}
        </VehicleButtons>
      )}
    </>
  );
}

function VehicleButtons({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.recent}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function VehicleButton({
  vehicle,
  name = '',
  aside = '',
  onChoose,
}: {
  readonly vehicle: OwnVehicle;
  /** What its owner calls it. */
  readonly name?: string;
  readonly aside?: string;
  readonly onChoose: (vehicle: OwnVehicle) => void;
}) {
  return (
    <li>
      <button type="button" onClick={() => onChoose(vehicle)}>
        <span>
          {name === '' ? vehicle.name : name}
          {name !== '' && <span className={styles.aside}> {vehicle.name}</span>}
        </span>
        <span className={styles.aside}>{aside}</span>
      </button>
    </li>
  );
}
