/** Parts as cards, lines and pictures, and what customers say. */
import { PartCard } from '#web/features/catalogue/part-card.tsx';
import { PartLines } from '#web/features/catalogue/part-lines.tsx';
import { ReviewCards } from '#web/features/reviews/review-cards.tsx';
import { Carousel } from '#web/ui/carousel.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { LONGEST, PARTS, USD } from './examples.ts';
import { Component, State } from './states.tsx';
import styles from './ui-page.module.css';

export function PartStates() {
  return (
    <>
      <Component name="Picture">
        {PARTS.filter(([state]) => /^plain|picture/.test(state)).map(([state, part]) => (
          <State key={state} name={state}>
            <Picture src={part.img} alt="" sizes="240px" className={styles.picture} />
          </State>
        ))}
      </Component>
      <Component name="Part as a card" roomy>
        {PARTS.map(([state, part]) => (
          <State key={state} name={state}>
            <PartCard part={part} currency={USD} />
          </State>
        ))}
      </Component>
      <Component name="Part as a line">
        <State name="all of the above" wide>
          <PartLines parts={PARTS.map(([, part]) => part)} currency={USD} />
        </State>
      </Component>
      <Component name="Review">
        <State name="of a part, short, long, without words" wide>
          <ReviewCards
            reviews={[
              { ...review('J. Okafor', 5, 'No judder, no noise.'), part: PARTS[0]?.[1] ?? null },
              review('Delta Fleet', 4, 'Numbers with and without spaces.'),
              review('Twenty characters ok', 1, LONGEST.sentence),
              review('K. Rahman', 5, ''),
            ]}
          />
        </State>
      </Component>
      <Component name="Carousel">
        <State name="three slides" wide>
          <Carousel
            label="Examples"
            slides={['One', 'Two', 'Three'].map((label) => ({
              key: label,
              label,
              note: 'A slide',
              content: <p className={styles.line}>{LONGEST.sentence}</p>,
            }))}
          />
        </State>
      </Component>
    </>
  );
}

function review(name: string, rating: number, description: string) {
  return {
    _id: name,
    name,
    rating,
    description,
    partId: null,
    part: null,
    createdAt: '2026-11-01T08:00:00Z',
  };
}
