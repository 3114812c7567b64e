/** Which numbers the payment sandbox takes, in a chunk of its own: a shop with a real provider never loads it. */
import { groupCardNumber } from '#domain/payments/card-number.ts';
import { type CardBehaviourName, TEST_CARDS } from '#domain/payments/test-cards.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Fold } from '#web/ui/fold.tsx';
import styles from './test-cards.module.css';

const MEANINGS: readonly (readonly [CardBehaviourName, string])[] = [
  ['succeeds', 'Pays'],
  ['challenges', 'Asks for 3-D Secure, then pays'],
  ['challenges-then-declines', 'Asks for 3-D Secure, then declines'],
  ['declines-generic', 'Declined'],
  ['declines-insufficient-funds', 'Insufficient funds'],
  ['declines-expired-card', 'Expired card'],
  ['declines-incorrect-cvc', 'Wrong security code'],
  ['declines-processing-error', 'Processing error'],
];

export default function TestCards() {
  return (
    <Fold summary="Test card numbers">
      <dl className={styles.cards}>
        {MEANINGS.map(([behaviour, meaning]) => {
          const card = TEST_CARDS.find((candidate) => candidate.behaviour === behaviour);
          return (
            card !== undefined && (
              <div key={behaviour}>
                <dt>
                  <CopyText text={groupCardNumber(card.number)} what="card number" />
                </dt>
                <dd>{meaning}</dd>
              </div>
            )
          );
        })}
      </dl>
      <p className={styles.rest}>Any later date, any security code.</p>
    </Fold>
  );
}
