/** Which part replaces this one, and which this one replaces, from old to new and said plainly. */
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { SupersededNumberBody, SupersessionBody } from '#contract/related-parts.ts';
import type { ShopBody } from '#contract/shop.ts';
import { normaliseNumber } from '#domain/catalogue/part-number.ts';
import { Note } from '#web/ui/notices.tsx';
import { Money, PartNumber } from '#web/ui/numbers.tsx';
import { StockStatus } from './stock-status.tsx';
import styles from './supersession-note.module.css';

export function SupersessionNote({
  part,
  supersession,
  shop,
  askedNumber,
}: {
  readonly part: PartDetailBody;
  /** Not known yet, or not to be had just now. */
  readonly supersession: SupersessionBody | undefined;
  readonly shop: ShopBody;
  /** The old number by which someone came here. */
  readonly askedNumber?: string | undefined;
}) {
  if (supersession === undefined) return null;
  const { replacedBy, circle, replaces } = supersession;
  const isReplaced = replacedBy.length > 0;
  return (
    <>
      {isReplaced && (
        <Note tone="warn">
          {replacedBy.length > 1 && (
            <p>More than one part is listed as replacing this one. Compare them before you order.</p>
          )}
          {replacedBy.map((way) => (
            <Way key={way.map(keyOf).join(' ')} part={part} way={way} shop={shop} />
          ))}
        </Note>
      )}
      {circle.length > 0 && (
        <Note tone="warn">
          <p>
            This part and <Listed steps={circle} own={part.brand} /> are listed as replacing one another.
            Which of them is the newest is not known here.
          </p>
        </Note>
      )}
      {!isReplaced && circle.length === 0 && part.lifecycle === 'superseded' && (
        <Note tone="warn">
          <p>The maker has replaced this part. By which one is not known here.</p>
        </Note>
      )}
      {replaces.length > 0 && (
        <Note>
          <p>
            Replaces <Listed steps={replaces} own={part.brand} />.
            {replaces.some((step) => isNumber(step, askedNumber)) &&
              ' You came by an old number; this is the part that took its place.'}
          </p>
        </Note>
      )}
    </>
  );
}

/** "Replaced by Kolbmann KM 3", old → new, and what the new one costs. */
function Way({
  part,
  way,
  shop,
}: {
  readonly part: PartDetailBody;
  readonly way: readonly SupersededNumberBody[];
  readonly shop: ShopBody;
}) {
  const last = way.at(-1);
  if (last === undefined) return null;
  // Where the newest is not sold, the newest that is.
  const sold = way.findLast((step) => step.part !== null)?.part ?? null;
  return (
    <div className={styles.way}>
      <p>
        <b>
          Replaced by {last.maker} <StepNumber step={last} />
        </b>
        {last.part === null &&
          (sold === null
            ? ', which is not sold here.'
            : `, which is not sold here; ${sold.partNumber}, on the way to it, is.`)}
      </p>
      <p className={styles.chain}>
        <span className="sr">From old to new: </span>
        <PartNumber number={part.partNumber} />
        {way.map((step) => (
          <Fragment key={keyOf(step)}>
            <ArrowRight className="icon" aria-label="then" />
            <span>
              {step.maker !== part.brand && `${step.maker} `}
              <StepNumber step={step} />
            </span>
          </Fragment>
        ))}
      </p>
      {sold !== null && (
        <p className={styles.facts}>
          <Money amount={sold.price} currency={shop.listCurrency} />
          <StockStatus part={sold} />
        </p>
      )}
    </div>
  );
}

/** "KM 1, KM 2 and Nordhelm 3". */
function Listed({ steps, own }: { readonly steps: readonly SupersededNumberBody[]; readonly own: string }) {
  return steps.map(
    (step, place): ReactNode => (
      <Fragment key={keyOf(step)}>
        {place > 0 && (place === steps.length - 1 ? ' and ' : ', ')}
        {step.maker !== own && `${step.maker} `}
        <StepNumber step={step} />
      </Fragment>
    ),
  );
}

function StepNumber({ step }: { readonly step: SupersededNumberBody }) {
  if (step.part === null) return <PartNumber number={step.number} />;
  return (
    <Link
      to="/catalogue/$brand/$partNumber"
      params={{ brand: step.part.brandSlug, partNumber: step.part.partNumberSlug }}
    >
      <PartNumber number={step.number} />
    </Link>
  );
}

const keyOf = ({ maker, number }: SupersededNumberBody) => `${maker} ${number}`;

function isNumber({ number }: SupersededNumberBody, asked: string | undefined): boolean {
  return asked !== undefined && normaliseNumber(number) === normaliseNumber(asked);
}
