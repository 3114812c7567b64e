/** Asks which engine the vehicle has: whoever chooses it has said it of all parts. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { enginesOnce } from '#domain/vehicles/engine.ts';
import { engineCondition } from '#domain/vehicles/fit.ts';
import { Select } from '#web/ui/inputs.tsx';
import styles from './fit-panel.module.css';
import { type OwnVehicle, ownVehicle } from './own-vehicle.ts';
import { enginesQuery } from './vehicle-queries.ts';
import { answerCondition, chooseVehicle } from './vehicle-shelf.ts';

/** What the list says for an engine that is none of these. */
const ANOTHER = 'another';

export function EngineQuestion({
  vehicle,
  engines,
}: {
  readonly vehicle: OwnVehicle;
  /** Those that the part is for. */
  readonly engines: readonly string[];
}) {
  const id = useId();
  const known = useQuery(enginesQuery(vehicle.id)).data ?? [];
  const offered = enginesOnce([...known, ...engines]);
  const onChange = (value: string) => {
    const engine = offered[Number(value)];
    if (value === ANOTHER) {
      for (const one of engines) answerCondition(vehicle, engineCondition(one), false);
    } else if (engine !== undefined) {
      chooseVehicle(ownVehicle(vehicle, engine));
    }
  };
  return (
    <>
      <p className="small quiet">It is for the engine {engines.join(' or ')}.</p>
      <div className={styles.question}>
        <label htmlFor={id}>Which one does it have?</label>
        <Select id={id} value="" className={styles.engine} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose</option>
          {offered.map((engine, index) => (
            <option key={engine} value={index}>
              {engine}
            </option>
          ))}
          <option value={ANOTHER}>Another one</option>
        </Select>
      </div>
    </>
  );
}
