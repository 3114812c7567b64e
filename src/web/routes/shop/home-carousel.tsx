/** The banner of the home page: find a part by number, or go to the parts of a kind of vehicle. */
import { ArrowRight, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KindCount } from '#contract/catalogue.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Carousel } from '#web/ui/carousel.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { StillLife } from '#web/ui/still-life.tsx';
import styles from './home-carousel.module.css';

/** Codes of part types, the one shown large first. */
type Types = readonly [string, string, string];

const KINDS: readonly {
  readonly kind: KindCount['kind'];
  /** Part types that stand for it. */
  readonly types: Types;
  readonly headline: string;
  readonly lead: string;
}[] = [
  {
    kind: 'car',
    types: ['brake-disc', 'shock-absorber', 'headlight'],
    headline: 'Cars: from the brake disc to the wiper blade',
    lead: 'Original and aftermarket side by side. Price, stock and minimum order stand on every line, before you sign in.',
  },
  {
    kind: 'truck',
    types: ['air-spring', 'leaf-spring', 'air-brake-chamber'],
    headline: 'Trucks: air, springs and driveline for a fleet that rolls',
    lead: 'Brake chambers, air springs, torque rods and kingpins, in the quantities that a depot fits.',
  },
  {
    kind: 'motorcycle',
    types: ['chain-kit', 'control-lever', 'stator'],
    headline: 'Motorcycles: chains, levers and everything that wears',
    lead: 'Chain kits with their pitch and links, discs and pads by model and year.',
  },
];

/** Four slides; `kinds` says how many parts there are for each kind of vehicle. */
export function HomeCarousel({ kinds }: { readonly kinds: readonly KindCount[] }) {
  return (
    <div className={styles.place}>
      <Carousel
        label="What the shop has"
        slides={[
          { key: 'number', label: 'Any number', note: 'OE, maker’s or ours', content: <ByNumber /> },
          ...KINDS.map(({ kind, types, headline, lead }) => ({
            key: kind,
            label: KIND_NAMES[kind].many,
            note: <Quantity value={kinds.find((one) => one.kind === kind)?.count ?? 0} unit="parts" />,
            content: (
              <SlideBody types={types} headline={<h2>{headline}</h2>} lead={lead}>
                <ButtonLink to="/catalogue" search={{ kind }}>
                  {`See ${KIND_NAMES[kind].one} parts`} <ArrowRight className="icon" aria-hidden="true" />
                </ButtonLink>
              </SlideBody>
            ),
          })),
        ]}
      />
    </div>
  );
}

const EXAMPLE_NUMBER = '34 11 6 898 725';

function ByNumber() {
  return (
    <SlideBody
      types={['alternator', 'oil-filter', 'spark-plug']}
      eager
      headline={<h1>Any number on the box finds the part</h1>}
      lead="The maker’s own, the vehicle maker’s or a competitor’s: type it as it stands there. Spaces, dots and dashes don’t matter."
      plate={
        <p className={styles.plate}>
          <PartNumber number={EXAMPLE_NUMBER} />
          <span>is also 34116898725 and 34-116-898-725</span>
        </p>
      }
    >
      <form className={styles.find} action="/catalogue" method="get">
        <div className={styles.box}>
          <Search className="icon" aria-hidden="true" />
          <TextInput
            name="q"
            type="search"
            aria-label="Part number, OE number or name"
            placeholder={EXAMPLE_NUMBER}
            autoComplete="off"
            maxLength={200}
          />
        </div>
        <Button type="submit" tone="signal" size="tall">
          Find it
        </Button>
      </form>
    </SlideBody>
  );
}

function SlideBody({
  types,
  eager = false,
  headline,
  lead,
  plate,
  children,
}: {
  readonly types: Types;
  readonly eager?: boolean;
  readonly headline: ReactNode;
  readonly lead: string;
  /** Stands on the picture, where there is room. */
  readonly plate?: ReactNode;
  /** What one can do here. */
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.slide}>
      <div className={styles.say}>
        {headline}
        <p className="quiet">{lead}</p>
        {children}
      </div>
      <div className={styles.picture}>
        <StillLife pictures={[pictureOf(types[0]), pictureOf(types[1]), pictureOf(types[2])]} eager={eager} />
        {plate}
      </div>
    </div>
  );
}

const pictureOf = (type: string) => `/pictures/${type}-800.webp`;
