/**
 * The vehicle that the buyer looks for parts for, on every page of the shop. The server sends the same bar to everybody;
 * the browser fills the chosen vehicle in, into the same space.
 */
import { useQuery } from '@tanstack/react-query';
import { Car, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { VehicleBody } from '#contract/vehicles.ts';
import { isNotFound } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { chunk, useChunk } from '#web/use-chunk.ts';
import { onChooserAsked } from './ask-chooser.ts';
import styles from './vehicle-bar.module.css';
import type { ChooseVehicle } from './vehicle-chooser.tsx';
import { vehicleQuery } from './vehicle-queries.ts';
import {
  chooseVehicle,
  chosenVehicle,
  clearVehicle,
  forgetVehicle,
  useChosenVehicle,
} from './vehicle-shelf.ts';

const CHOOSER = chunk(() => import('./vehicle-chooser.tsx'));

export function VehicleBar({
  vehicleInAddress,
  onAddress,
  links,
}: {
  /** The id that stands in the page's address. */
  readonly vehicleInAddress: string | undefined;
  /** Asks to have this vehicle in the address, or none; `chosen` tells that the buyer chose it just now. */
  readonly onAddress: (vehicle: VehicleBody | null, chosen: boolean) => void;
  /** What one can do with a chosen vehicle on this page. */
  readonly links: (vehicle: VehicleBody) => ReactNode;
}) {
  const chosen = useChosenVehicle();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onChooserAsked(() => setOpen(true)), []);
  const noteAsked = useAddress(vehicleInAddress, onAddress);
  useStillThere(chosen);

  const onChoose: ChooseVehicle = (vehicle) => {
    noteAsked(vehicle);
    chooseVehicle(vehicle);
    setOpen(false);
    onAddress(vehicle, true);
  };
  return (
    <section className={styles.bar} aria-label="Your vehicle">
      <div className={`wrap ${styles.inside}`}>
        <Car className="icon" aria-hidden="true" />
        {chosen === null ? (
          <>
            <Button size="small" onClick={() => setOpen(true)} className={styles.choose}>
              Choose your vehicle
            </Button>
            <span className={styles.note}>to see which parts fit</span>
          </>
        ) : (
          <>
            <button type="button" className={styles.vehicle} onClick={() => setOpen(true)}>
              <span className="sr">Change </span>
              <span className={styles.name}>{chosen.name}</span>
              <ChevronDown className="icon" aria-hidden="true" />
            </button>
            <span className={styles.links}>
              {links(chosen)}
              <button
                type="button"
                className={styles.clear}
                onClick={() => {
                  noteAsked(null);
                  clearVehicle();
                  onAddress(null, true);
                }}
                aria-label={`Clear ${chosen.name}`}
              >
                <X className="icon" aria-hidden="true" />
              </button>
            </span>
          </>
        )}
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Your vehicle" sheet>
        <Chooser onChoose={onChoose} />
      </Dialog>
    </section>
  );
}

function Chooser({ onChoose }: { readonly onChoose: ChooseVehicle }) {
  const script = useChunk(CHOOSER);
  if (script.status === 'ready') {
    const VehicleChooser = script.module.default;
    return <VehicleChooser onChoose={onChoose} />;
  }
  return script.status === 'waiting' ? (
    <Skeleton width="most" />
  ) : (
    <ErrorNotice kept={script.message} onRetry={script.retry} />
  );
}

/**
 * A vehicle in the address is chosen, as by a link that was shared; and the address follows when another one is chosen,
 * in another tab too. Answers a function to be told what the address was asked for already.
 */
function useAddress(
  inAddress: string | undefined,
  onAddress: (vehicle: VehicleBody | null, chosen: boolean) => void,
): (vehicle: VehicleBody | null) => void {
  const chosen = useChosenVehicle();
  const named = useQuery({ ...vehicleQuery(inAddress ?? ''), enabled: inAddress !== undefined }).data;
  const adopted = useRef<number>(undefined);
  const asked = useRef<number | null>(undefined);
  useEffect(() => {
    asked.current = undefined;
    if (inAddress === undefined) adopted.current = undefined;
  }, [inAddress]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever another vehicle is chosen
  useEffect(() => {
    if (named === undefined || String(named.id) !== inAddress) return;
    const now = chosenVehicle();
    const chosenId = now?.id ?? null;
    if (adopted.current !== named.id) {
      adopted.current = named.id;
      chooseVehicle(named);
    } else if (chosenId !== named.id && asked.current !== chosenId) {
      asked.current = chosenId;
      onAddress(now, false);
    }
  }, [named, inAddress, chosen, onAddress]);
  return (vehicle) => {
    asked.current = vehicle?.id ?? null;
  };
}

/** Ids may mean something else in a shop that was set up anew: then the kept vehicle is none. */
function useStillThere(chosen: VehicleBody | null): void {
  const asked = useQuery({ ...vehicleQuery(chosen?.id ?? ''), enabled: chosen !== null });
  useEffect(() => {
    if (chosen === null) return;
    const isGone = asked.error !== null && isNotFound(asked.error);
    const isAnother = asked.data !== undefined && asked.data.name !== chosen.name;
    if (isGone || (isAnother && asked.data?.id === chosen.id)) forgetVehicle(chosen.id);
  }, [asked.data, asked.error, chosen]);
}
