/**
 * Search by any number or words. A plain form that works without script; with it, it offers where to go while one types,
 * by pointer and by the arrow keys. `/` jumps into it.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { chunk, useChunk } from '#web/use-chunk.ts';
import styles from './search-box.module.css';
import { optionId, type Suggestion, suggestionsQuery } from './suggested.ts';

/** What is offered comes with the first letter that somebody types. */
const OFFER = chunk(() => Promise.all([import('./suggestions.ts'), import('./suggestion-list.tsx')]));

/** Where a slash is typed, and what is not left before it is closed. */
const KEEPS_SLASH = 'input, textarea, select, [contenteditable], [role="dialog"], dialog';

/** Shorter pauses between two letters ask for nothing. */
const PAUSE_MS = 60;

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const searched = useSearch({ strict: false, select: (search) => search.q });
  const { SuggestionList, groups, chosen, choose, type, close } = useSuggestions();
  const isOpen = groups.length > 0;
  const listId = useId();
  useSlash(input);
  useAddressFollowed(input, searched);

  const leave = () => {
    close();
    input.current?.blur();
  };
  const take = (suggestion: Suggestion) => {
    leave();
    void navigate({ href: suggestion.href });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined) return take(chosen);
    const q = input.current?.value.trim();
    leave();
    void navigate({ to: '/catalogue', search: q === undefined || q === '' ? {} : { q } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      // The first press closes the list, the next one empties the box.
      event.preventDefault();
      close();
    }
    const all = groups.flatMap(({ suggestions }) => suggestions);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || all.length === 0) return;
    event.preventDefault();
    // The box itself is one more stop on the way around.
    const at = all.findIndex(({ key }) => key === chosen?.key);
    const next = all[at === -1 && step === -1 ? all.length - 1 : at + step];
    choose(next);
    if (next !== undefined) {
      document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' });
    }
  };

  return (
    <search className={styles.find}>
      <form action="/catalogue" method="get" onSubmit={onSubmit}>
        <Search className="icon" aria-hidden="true" />
        <input
          ref={input}
          defaultValue={searched ?? ''}
          name="q"
          type="search"
          role="combobox"
          aria-label="Search parts"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : optionId(listId, chosen)}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
          placeholder="Part number, OE number or name"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
        />
        <span aria-hidden="true">/</span>
      </form>
      {isOpen && SuggestionList !== undefined && (
        <SuggestionList id={listId} groups={groups} chosen={chosen} onPoint={choose} onTake={take} />
      )}
    </search>
  );
}

/** A search begun elsewhere, or the way back, is shown in the box; but not to whoever has begun to type in it. */
function useAddressFollowed(input: { readonly current: HTMLInputElement | null }, searched = ''): void {
  const shown = useRef(searched);
  useEffect(() => {
    const box = input.current;
    const before = shown.current;
    // What was typed before this script ran stays.
    if (box === null || before === searched) return;
    shown.current = searched;
    if (document.activeElement !== box || box.value === before) box.value = searched;
  }, [input, searched]);
}

/** What is offered for what is typed, and which of it is chosen; nothing before somebody types. */
function useSuggestions() {
  const vehicle = useSearch({ strict: false, select: (search) => search.vehicle });
  const engine = useSearch({ strict: false, select: (search) => search.engine });
  const of = { vehicle, engine };
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Suggestion>();
  const asked = usePaused(typed.slice(0, 100), PAUSE_MS);
  const isAsking = typed.trim() !== '' && asked.trim() !== '';
  const { data } = useQuery({ ...suggestionsQuery(asked, of), enabled: isAsking });
  const script = useChunk(OFFER, typed !== '');
  const [{ suggestionGroups }, { SuggestionList }] = script.status === 'ready' ? script.module : NO_OFFER;
  return {
    SuggestionList,
    groups: isAsking && data !== undefined ? (suggestionGroups?.(data, of) ?? []) : [],
    chosen,
    choose: setChosen,
    type(text: string) {
      setTyped(text);
      setChosen(undefined);
    },
    close() {
      setTyped('');
      setChosen(undefined);
    },
  };
}

const NO_OFFER = [{ suggestionGroups: undefined }, { SuggestionList: undefined }] as const;

/** The value once it has stood for a while. */
function usePaused(value: string, pauseMs: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}

function useSlash(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(KEEPS_SLASH) !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
