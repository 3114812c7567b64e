/** The engine of the vehicle that is chosen, to be said or changed; nothing where no part depends on it. */
import { useQuery } from '@tanstack/react-query';
import type { VehicleBody } from '#contract/vehicles.ts';
import { vehicleName } from '#domain/vehicles/vehicle.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './chosen-engine.module.css';
import { enginesQuery } from './vehicle-queries.ts';
import { useChosenVehicle } from './vehicle-shelf.ts';

export function ChosenEngine({ onAsk }: { readonly onAsk: (vehicle: VehicleBody) => void }) {
  const chosen = useChosenVehicle();
  const engines = useQuery(enginesQuery(chosen?.id)).data ?? [];
  if (chosen === null || engines.length === 0) return null;
  const { engine, ...vehicle } = chosen;
  const name = vehicleName(vehicle);
  return (
    <p className={styles.row}>
      <span>
        {name}: {engine === '' ? 'engine not said' : engine}
      </span>
      <Button size="small" onClick={() => onAsk({ ...vehicle, name })}>
        {engine === '' ? 'Choose the engine' : 'Change the engine'}
      </Button>
    </p>
  );
}
