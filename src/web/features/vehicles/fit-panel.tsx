/** Whether a part fits the chosen vehicle, with what that depends on asked as a question. Its height is kept. */
import type { ReactNode } from 'react';
import { answerableOf, conditionsOf, metCondition, positionsOf, surestOf } from '#domain/vehicles/fit.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { Status } from '#web/ui/status.tsx';
import { chunk, useChunk } from '#web/use-chunk.ts';
import { askChooser } from './ask-chooser.ts';
import styles from './fit-panel.module.css';
import { FIT_TONES } from './fit-words.ts';
import type { KnownFit } from './use-fits.ts';
import { answerCondition, useChosenVehicle } from './vehicle-shelf.ts';

const FIT_QUESTION = chunk(() => import('./fit-question.tsx'));

export function FitPanel({ fit }: { readonly fit: KnownFit | undefined }) {
  const vehicle = useChosenVehicle();
  return (
    <section className={styles.panel} aria-label="Fit" aria-live="polite">
      {vehicle === null ? (
        <div className={styles.ask}>
          <p>Does it fit your vehicle?</p>
          <Button size="small" onClick={askChooser}>
            Choose your vehicle
          </Button>
        </div>
      ) : fit === undefined ? (
        <>
          <Skeleton width="most" />
          <Skeleton width="half" />
        </>
      ) : (
        <Verdict fit={fit} />
      )}
    </section>
  );
}

function Verdict({ fit }: { readonly fit: KnownFit }) {
  const { vehicle, settled, applications, answers } = fit;
  const conditions = conditionsOf(applications);
  const head = (words: ReactNode) => <Status tone={FIT_TONES[settled]}>{words}</Status>;
  const takeBack = () => {
    for (const condition of answerableOf(applications)) answerCondition(vehicle, condition, undefined);
  };
  switch (settled) {
    case 'fits': {
      const met = fit.fit === 'fits' ? undefined : metCondition(applications, answers);
      return (
        <>
          {head(`Fits your ${vehicle.name}`)}
          <p className="small quiet">
            {met === undefined ? (
              placesOf(fit)
            ) : (
              <Said words={`It is ${met}, you said.`} onTakeBack={takeBack} />
            )}
          </p>
        </>
      );
    }
    case 'doesNotFit':
      return (
        <>
          {head(`Does not fit your ${vehicle.name}`)}
          <p className="small quiet">
            {fit.fit === 'fitsIf' ? (
              <Said words={`You said it is not ${conditions.join(', nor ')}.`} onTakeBack={takeBack} />
            ) : (
              <NotListed fit={fit} />
            )}
          </p>
        </>
      );
    case 'unknown':
      return (
        <>
          {head(`Not known for your ${vehicle.name}`)}
          <p className="small quiet">No vehicle is listed for this part. Compare its numbers.</p>
        </>
      );
    case 'fitsIf':
      return (
        <>
          {head(`Fits your ${vehicle.name} if…`)}
          <Question fit={fit} />
        </>
      );
  }
}

function Said({ words, onTakeBack }: { readonly words: string; readonly onTakeBack: () => void }) {
  return (
    <>
      {words}{' '}
      <button type="button" className={styles.back} onClick={onTakeBack}>
        Change
      </button>
    </>
  );
}

/** Why a part that is listed for vehicles is not for this one. */
function NotListed({ fit: { otherEngines } }: { readonly fit: KnownFit }) {
  if (otherEngines.length === 0) return 'It is listed for other vehicles only.';
  return (
    <>
      It is for the engine {otherEngines.join(' or ')}.{' '}
      <button type="button" className={styles.back} onClick={askChooser}>
        Change the engine
      </button>
    </>
  );
}

/** Its script comes with the first part that depends on something. */
function Question({ fit }: { readonly fit: KnownFit }) {
  const script = useChunk(FIT_QUESTION);
  if (script.status === 'ready') return <script.module.FitQuestion fit={fit} />;
  return script.status === 'waiting' ? (
    <Skeleton width="half" />
  ) : (
    <ErrorNotice kept={script.message} onRetry={script.retry} />
  );
}

function placesOf({ applications }: KnownFit): string {
  const perVehicle = [
    ...new Set(surestOf(applications).map((application) => application.quantityPerVehicle)),
  ];
  const places = positionsOf(applications).join(', ');
  const count = perVehicle.length === 1 ? `${perVehicle[0]} per vehicle` : '';
  return [places, count].filter((words) => words !== '').join('; ');
}
