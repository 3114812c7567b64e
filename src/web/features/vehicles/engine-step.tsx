/** The last step of choosing a vehicle: which of its engines it has, if one knows; passed over where it has none. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { VehicleBody } from '#contract/vehicles.ts';
import { enginesTyped } from '#domain/vehicles/engine.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './engine-step.module.css';
import { type OwnVehicle, ownVehicle } from './own-vehicle.ts';
import { TypedChoices } from './typed-choices.tsx';
import { enginesQuery } from './vehicle-queries.ts';

/** What somebody chooses who has another engine, or does not know it. */
const NOT_KNOWN = '';

export function EngineStep({
  vehicle,
  engine,
  onChoose,
  onBack,
}: {
  readonly vehicle: VehicleBody;
  /** What was typed of it already. */
  readonly engine: string;
  readonly onChoose: (vehicle: OwnVehicle) => void;
  /** To another vehicle. */
  readonly onBack: () => void;
}) {
  const asked = useQuery(enginesQuery(vehicle.id));
  const [text, setText] = useState(engine);
  const box = useRef<HTMLInputElement>(null);
  const engines = asked.data;
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    if (engines?.length === 0) choose.current(ownVehicle(vehicle));
    else if (engines !== undefined) box.current?.focus();
  }, [engines, vehicle]);

  if (asked.isError) {
    return (
      <div className={styles.step}>
        <ErrorNotice onRetry={() => void asked.refetch()} />
        <Button onClick={() => onChoose(ownVehicle(vehicle))}>Go on without the engine</Button>
      </div>
    );
  }
  if (engines === undefined || engines.length === 0) return <Skeleton width="most" />;
  const found = enginesTyped(engines, text);
  return (
    <div className={styles.step}>
      <div className={styles.vehicle}>
        <b>{vehicle.name}</b>
        <Button size="small" onClick={onBack}>
          Another vehicle
        </Button>
      </div>
      <div>
        <TypedChoices
          label="Engine, if you know it"
          hint="Some parts fit only one of them"
          listName="Engines"
          inputRef={box}
          text={text}
          onText={setText}
          choices={[...found, NOT_KNOWN]}
          keyOf={(engine) => engine}
          wordsOf={(engine) => (engine === NOT_KNOWN ? <span>Not listed, or not known</span> : engine)}
          // Whoever presses Enter once more than they meant to must not have said anything of their engine.
          first={text.trim() === '' ? found.length : 0}
          onTake={(engine) => onChoose(ownVehicle(vehicle, engine))}
        />
      </div>
    </div>
  );
}
