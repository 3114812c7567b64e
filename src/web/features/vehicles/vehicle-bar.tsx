/**
 * The vehicle that the buyer looks for parts for, on every page of the shop. The server sends the same bar to everybody;
 * the browser fills the chosen vehicle in, into the same space.
 */
import { useQuery } from '@tanstack/react-query';
import { Car, ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { engineAmong } from '#domain/vehicles/engine.ts';
import { vehicleName } from '#domain/vehicles/vehicle.ts';
import type { VehicleSearch } from '#web/addresses/vehicle-search.ts';
import { isNotFound } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CloseButton } from '#web/ui/close-button.tsx';
import { DIALOG_WINDOW, Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useChunk } from '#web/use-chunk.ts';
import { onChooserAsked } from './ask-chooser.ts';
import { type OwnVehicle, ownVehicle, vehicleKey } from './own-vehicle.ts';
import styles from './vehicle-bar.module.css';
import type { ChooseVehicle } from './vehicle-chooser.tsx';
import { CHOOSER, VehicleChooserOnDemand } from './vehicle-chooser-on-demand.tsx';
import { enginesQuery, vehicleQuery } from './vehicle-queries.ts';
import {
  chooseVehicle,
  chosenVehicle,
  clearVehicle,
  forgetVehicle,
  noteNoneComes,
  useChosenVehicle,
} from './vehicle-shelf.ts';

/** What the dialog is made of comes as soon as somebody turns to what opens it. What fails is loaded again when it is opened. */
const fetchAhead = () => void Promise.all([DIALOG_WINDOW.load(), CHOOSER.load()]).catch(() => undefined);
const BEFORE_OPEN = { onPointerEnter: fetchAhead, onPointerDown: fetchAhead, onFocus: fetchAhead };

/** Which vehicle, by its id, and perhaps which engine an address names. */
export type VehicleInAddress = VehicleSearch & { readonly vehicle: string };

export function VehicleBar({
  vehicleInAddress,
  latestInAddress,
  onAddress,
  links,
}: {
  /** What stands in the page's address. */
  readonly vehicleInAddress: VehicleInAddress | undefined;
  /** What stands there now, be it that the page has yet to follow; the same function each time. */
  readonly latestInAddress: () => VehicleSearch;
  /** Asks to have this vehicle in the address, or none; `chosen` tells that the buyer chose it just now. */
  readonly onAddress: (vehicle: OwnVehicle | null, chosen: boolean) => void;
  /** What one can do with a chosen vehicle on this page. */
  readonly links: (vehicle: OwnVehicle) => ReactNode;
}) {
  const chosen = useChosenVehicle();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isComing = useChunk(DIALOG_WINDOW, isOpen).status === 'waiting' && isOpen;
  const opening = { ...BEFORE_OPEN, onClick: () => setOpen(true) };
  useEffect(() => onChooserAsked(() => setOpen(true)), []);
  const noteAsked = useAddress(vehicleInAddress, latestInAddress, onAddress);
  useStillThere(chosen);

  const onChoose: ChooseVehicle = (vehicle) => {
    noteAsked(vehicle);
    chooseVehicle(vehicle);
    setOpen(false);
    onAddress(vehicle, true);
  };
  const onClear = () => {
    noteAsked(null);
    clearVehicle();
    onAddress(null, true);
    // The cross, which had it, goes. The page stays where the reader is.
    button.current?.focus({ preventScroll: true });
  };
  return (
    <section className={styles.bar} aria-label="Your vehicle">
      <div className={`wrap ${styles.inside}`}>
        {isComing ? <Spinner label="Opening" /> : <Car className="icon" aria-hidden="true" />}
        {/* One button, so that it keeps the focus whether it has a vehicle or not. */}
        <Button
          ref={button}
          size="small"
          {...opening}
          className={chosen === null ? styles.choose : styles.vehicle}
        >
          {chosen === null ? 'Choose your vehicle' : <Name vehicle={chosen} />}
        </Button>
        {chosen === null ? (
          <span className={styles.note}>to see which parts fit</span>
        ) : (
          <span className={styles.links}>
            {links(chosen)}
            <CloseButton className={styles.clear} onClick={onClear} label={`Clear ${chosen.name}`} />
          </span>
        )}
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Your vehicle" sheet focusElse={button}>
        <VehicleChooserOnDemand onChoose={onChoose} />
      </Dialog>
    </section>
  );
}

function Name({ vehicle }: { readonly vehicle: OwnVehicle }) {
  return (
    <>
      <span className="sr">Change </span>
      <span className={styles.name}>
        <span>{vehicleName(vehicle)}</span>
        {vehicle.engine !== '' && <span className={styles.engine}> {vehicle.engine}</span>}
      </span>
      <ChevronDown className="icon" aria-hidden="true" />
    </>
  );
}

/**
 * A vehicle in the address is chosen, as by a link that was shared; and the address follows when another one is chosen,
 * in another tab too. An address that says nothing of the engine does not take away what the buyer has said of it. Answers
 * a function to be told what the address was asked for already.
 */
function useAddress(
  inAddress: VehicleInAddress | undefined,
  latestInAddress: () => VehicleSearch,
  onAddress: (vehicle: OwnVehicle | null, chosen: boolean) => void,
): (vehicle: OwnVehicle | null) => void {
  const chosen = useChosenVehicle();
  const named = useNamed(inAddress);
  const key = inAddress && keyOf(inAddress);
  const adopted = useRef<string>(undefined);
  const asked = useRef<string | null>(undefined);
  const comesNone = named === null;
  useEffect(() => {
    if (comesNone) noteNoneComes();
  }, [comesNone]);
  useEffect(() => {
    asked.current = undefined;
    if (key === undefined) adopted.current = undefined;
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever another vehicle is chosen
  useEffect(() => {
    // Where the reader has gone on meanwhile, the page only passes through this address.
    if (!named || key !== keyOf(latestInAddress())) return;
    const now = chosenVehicle();
    const isNew = adopted.current !== key;
    adopted.current = key;
    if (isNew && !(now?.id === named.id && named.engine === '')) {
      chooseVehicle(named);
      return;
    }
    const chosenKey = now && vehicleKey(now);
    if (chosenKey !== vehicleKey(named) && asked.current !== chosenKey) {
      asked.current = chosenKey;
      onAddress(now, false);
    }
  }, [named?.id, named?.engine, key, chosen, latestInAddress, onAddress]);
  return (vehicle) => {
    asked.current = vehicle && vehicleKey(vehicle);
  };
}

/** Tells what stands in one address from what stands in another. */
const keyOf = ({ vehicle, engine = '' }: VehicleSearch): string => `${vehicle} ${engine}`;

/**
 * The vehicle that stands in the address, of an engine that it has not, nothing; undefined while that is not known, null where there
 * is none.
 */
function useNamed(inAddress: VehicleInAddress | undefined): OwnVehicle | null | undefined {
  const { vehicle: id, engine = '' } = inAddress ?? {};
  const { data: vehicle, isLoadingError } = useQuery({
    ...vehicleQuery(id ?? ''),
    enabled: id !== undefined,
  });
  const engines = useQuery({ ...enginesQuery(id), enabled: id !== undefined && engine !== '' });
  if (id === undefined || isLoadingError) return null;
  if (vehicle === undefined || String(vehicle.id) !== id) return undefined;
  if (engine === '') return ownVehicle(vehicle);
  return engines.isPending ? undefined : ownVehicle(vehicle, engineAmong(engines.data ?? [], engine));
}

/** Ids may mean something else in a shop that was set up anew: then the kept vehicle is none. */
function useStillThere(chosen: OwnVehicle | null): void {
  const asked = useQuery({ ...vehicleQuery(chosen?.id ?? ''), enabled: chosen !== null });
  useEffect(() => {
    if (chosen === null) return;
    const isGone = asked.error !== null && isNotFound(asked.error);
    const isAnother = asked.data !== undefined && asked.data.name !== vehicleName(chosen);
    if (isGone || (isAnother && asked.data?.id === chosen.id)) forgetVehicle(chosen.id);
  }, [asked.data, asked.error, chosen]);
}
