/** What a fit depends on, asked one thing at a time. */
import { askCondition, openQuestions } from '#domain/vehicles/fit.ts';
import { Button } from '#web/ui/button.tsx';
import { EngineQuestion } from './engine-question.tsx';
import styles from './fit-panel.module.css';
import type { KnownFit } from './use-fits.ts';
import { answerCondition } from './vehicle-shelf.ts';

/** Which engine it has, then the first condition that the buyer has not answered; the next one follows where that settles nothing. */
export function FitQuestion({ fit }: { readonly fit: KnownFit }) {
  const { engines, conditions } = openQuestions(fit.applications, fit.answers);
  if (engines.length > 0) return <EngineQuestion vehicle={fit.vehicle} engines={engines} />;
  const [condition] = conditions;
  if (condition === undefined) return null;
  const answer = (isSo: boolean) => () => answerCondition(fit.vehicle, condition, isSo);
  return (
    <div className={styles.question}>
      <p>
        {askCondition(condition)}
        {conditions.length > 1 && <span className="small faint"> 1 of {conditions.length}</span>}
      </p>
      <Button size="small" onClick={answer(true)}>
        Yes
      </Button>
      <Button size="small" onClick={answer(false)}>
        No
      </Button>
    </div>
  );
}
