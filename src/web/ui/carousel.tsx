/**
 * A few slides, one at a time, each named on a tab beneath. The browser's own scrolling moves them: they can be swiped,
 * and reached without script, too. What is added here turns them by time and ties the tabs to what is seen.
 */
import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './carousel.module.css';

/** How long a slide stands before the next one comes. */
const TURN_AFTER_MS = 7_000;

export type Slide = {
  readonly key: string;
  /** On its tab, in a word or two. */
  readonly label: string;
  /** Under the label, where there is room. */
  readonly note?: ReactNode;
  readonly content: ReactNode;
};

/**
 * The slides turn by themselves, but not while the pointer or the focus is on them, not in a hidden window, not for
 * people who ask for less motion, and no more once somebody has chosen a slide or pressed the pause button.
 */
export function Carousel({ label, slides }: { readonly label: string; readonly slides: readonly Slide[] }) {
  const id = useId();
  const view = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [isTurning, setTurning] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const wantsStill = useWantsLessMotion();

  function show(index: number) {
    const box = view.current;
    box?.scrollTo({ left: index * box.clientWidth, behavior: wantsStill ? 'instant' : 'smooth' });
  }

  const isRunning = isTurning && !isHeld && !wantsStill;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      const box = view.current;
      if (box === null || document.hidden) return;
      box.scrollTo({ left: ((current + 1) % slides.length) * box.clientWidth, behavior: 'smooth' });
    }, TURN_AFTER_MS);
    return () => clearInterval(timer);
  }, [isRunning, current, slides.length]);

  function choose(index: number) {
    setTurning(false);
    show(index);
  }

  function chooseByKey(event: KeyboardEvent<HTMLElement>) {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tab]')];
    // From where the focus is: the slides may still be on their way there.
    const from = event.target instanceof HTMLElement ? tabs.indexOf(event.target) : current;
    const next = indexByKey(event.key, from, slides.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    tabs[next]?.focus();
  }

  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
    >
      <div
        ref={view}
        className={styles.view}
        aria-live={isRunning ? 'off' : 'polite'}
        onScroll={({ currentTarget: box }) => setCurrent(Math.round(box.scrollLeft / box.clientWidth))}
        onTouchMove={() => setTurning(false)}
      >
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls; a slide is none
          <div
            key={slide.key}
            id={`${id}${slide.key}`}
            className={styles.slide}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${slide.label}`}
          >
            {slide.content}
          </div>
        ))}
      </div>
      <div className={styles.bar}>
        <ol className={styles.tabs} onKeyDown={chooseByKey}>
          {slides.map((slide, index) => (
            <li key={slide.key}>
              <a
                data-tab
                href={`#${id}${slide.key}`}
                aria-current={index === current ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  choose(index);
                }}
              >
                <b aria-hidden="true">{index + 1}</b>
                <span>
                  {slide.label}
                  {slide.note !== undefined && <small>{slide.note}</small>}
                </span>
              </a>
            </li>
          ))}
        </ol>
        {!wantsStill && (
          <Button
            tone="bare"
            className={styles.pause}
            aria-label={isTurning ? 'Pause the carousel' : 'Play the carousel'}
            onClick={() => setTurning(!isTurning)}
          >
            {isTurning ? <Pause className="icon" /> : <Play className="icon" />}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Where a key leads from a tab; undefined for keys that lead nowhere. */
function indexByKey(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function useWantsLessMotion(): boolean {
  const [wantsStill, setWantsStill] = useState(false);
  useEffect(() => {
    const wish = matchMedia('(prefers-reduced-motion: reduce)');
    const note = () => setWantsStill(wish.matches);
    note();
    wish.addEventListener('change', note);
    return () => wish.removeEventListener('change', note);
  }, []);
  return wantsStill;
}
