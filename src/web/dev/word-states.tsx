/** Words, states and figures. */
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Figure, Figures } from '#web/ui/figures.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { EmptyState, ErrorNotice, Note } from '#web/ui/notices.tsx';
import { Money, PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { RestOfList } from '#web/ui/rest-of-list.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { Skeleton, Spinner } from '#web/ui/spinner.tsx';
import { Status, Tag } from '#web/ui/status.tsx';
import type { WholeList } from '#web/whole-list.ts';
import { LONGEST, USD } from './examples.ts';
import { Component, State } from './states.tsx';
import styles from './ui-page.module.css';

const TONES = ['good', 'warn', 'bad', 'off'] as const;
const NOTE_TONES = ['plain', 'good', 'warn', 'bad'] as const;
const NOTHING = () => {};
const BEGUN: WholeList<number> = {
  rows: [1, 2, 3],
  count: 1_284,
  isLowerBound: false,
  isWhole: false,
  error: null,
  retry: NOTHING,
  isLoadingMore: false,
  loadMore: undefined,
};

export function WordStates() {
  return (
    <>
      <Component name="Status and tag">
        {TONES.map((tone) => (
          <State key={tone} name={tone}>
            <p className={styles.line}>
              <Status tone={tone}>Pending</Status>
              <Tag tone={tone}>Admin</Tag>
            </p>
          </State>
        ))}
      </Component>

      <Component name="Notices">
        {NOTE_TONES.map((tone) => (
          <State key={tone} name={`note, ${tone}`}>
            <Note tone={tone}>The order holds its stock until 14:05.</Note>
          </State>
        ))}
        <State name="no answer">
          <ErrorNotice kept="What you typed is still here." onRetry={NOTHING} />
        </State>
        <State name="a refusal, with a reference">
          <ErrorNotice
            problem={{ title: 'Out of stock', detail: LONGEST.sentence, requestId: '01JD-7Q2M' }}
            onRetry={NOTHING}
          />
        </State>
        <State name="nothing here yet">
          <EmptyState title="No orders yet" action={<Button>Browse catalogue</Button>}>
            What you order stands here, until it is paid and after.
          </EmptyState>
        </State>
      </Component>

      <Component name="Figures">
        <State name="here, long and on their way">
          <Figures>
            <Figure name="Orders today" note="12 yesterday">
              <Quantity value={8} />
            </Figure>
            <Figure name="Taken today" note="7 paid">
              <Money amount={1_284_920.5} currency={USD} />
            </Figure>
            <Figure name="Faults" note="in the last 5 minutes">
              <Quantity value={0} />
            </Figure>
            <Figure name="Users" note={undefined}>
              {undefined}
            </Figure>
          </Figures>
        </State>
      </Component>

      <Component name="Waiting">
        <State name="spinner">
          <Spinner />
        </State>
        <State name="skeleton">
          <Skeleton />
          <Skeleton width="most" />
          <Skeleton width="half" />
        </State>
        {[0, 40, 100].map((done) => (
          <State key={done} name={`${done} of 100`}>
            <ProgressBar label="On its way" done={done} of={100} />
          </State>
        ))}
      </Component>

      <Component name="Figures and numbers">
        <State name="amount, quantity">
          <p className={styles.line}>
            <Money amount={9_999_999.99} currency={USD} />
            <Quantity value={9_999_999} unit="parts" />
          </p>
        </State>
        <State name="part number, plain and to copy">
          <p className={styles.line}>
            <PartNumber number="34 11 6 898 725" />
            <PartNumber number="34 11 6 898 725" copy />
          </p>
        </State>
        <State name="identifier, cut and whole">
          <p className={styles.line}>
            <CopyText text="pi_3QK2xYLkdIwHu7ix0aB1cD2e" what="transaction id" />
            <CopyText text="pi_3QK2xYLkdIwHu7ix0aB1cD2e" what="transaction id" whole />
          </p>
        </State>
      </Component>

      <Component name="Facts, folds, more">
        <State name="facts">
          <FactRows>
            <Fact name="Quantity">
              <Quantity value={24} />
            </Fact>
            <Fact name="Address">{LONGEST.sentence}</Fact>
            <Fact name="Total" sum>
              <Money amount={2_751.6} currency={USD} />
            </Fact>
          </FactRows>
        </State>
        <State name="fold, closed and open">
          <Fold summary="Fits 12 vehicles">Listed here.</Fold>
          <Fold summary="Fits 12 vehicles" open>
            Listed here.
          </Fold>
        </State>
        <State name="more, and at work">
          <LoadMore summary="24 of 1,284" onMore={NOTHING} />
          <LoadMore summary="24 of 1,284" onMore={NOTHING} busy />
        </State>
      </Component>
      <Component name="RestOfList">
        <State name="coming by itself, longer than what does, and broken off">
          <RestOfList list={{ ...BEGUN, isLoadingMore: true }} what="orders" />
          <RestOfList list={{ ...BEGUN, isLowerBound: true, loadMore: NOTHING }} what="orders" />
          <RestOfList list={{ ...BEGUN, error: new Error('broken off') }} what="orders" />
        </State>
      </Component>
    </>
  );
}
