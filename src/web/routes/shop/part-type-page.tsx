/** A part type: what it is called, who makes it in which grades, and its first parts. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CountLinks } from '#web/features/catalogue/count-links.tsx';
import { partTypeQuery, shelfPartsQuery } from '#web/features/catalogue/shelf-queries.ts';
import { categorySteps } from '#web/features/catalogue/steps.ts';
import { typePicture } from '#web/features/catalogue/type-picture.ts';
import { GRADE_NAMES, KIND_NAMES } from '#web/features/catalogue/words.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { AllParts, FirstParts, Landing, LandingSection, PartCount } from './landing.tsx';
import styles from './part-type-page.module.css';

/** Brands that are named before the rest is left to the list's filters. */
const SHOWN_BRANDS = 48;

export function PartTypePage({ code }: { readonly code: string }) {
  const type = useSuspenseQuery(partTypeQuery(code)).data;
  const parts = useSuspenseQuery(shelfPartsQuery({ type: code })).data;
  const all = { type: type.slug };
  const more = type.brands.length - SHOWN_BRANDS;
  return (
    <Landing
      steps={categorySteps(type.category, type)}
      title={type.name}
      aside={<PartCount count={type.count} />}
      actions={type.count > 0 && <AllParts search={all} />}
    >
      <div className={styles.about}>
        <Picture
          src={typePicture(type.slug)}
          alt={type.name}
          sizes="(max-width: 640px) 100vw, 320px"
          first
          className={styles.picture}
        />
        <FactRows>
          {type.synonyms.length > 0 && <Fact name="Also called">{type.synonyms.join(', ')}</Fact>}
          <Fact name="For">{type.kinds.map((kind) => KIND_NAMES[kind].many).join(', ')}</Fact>
          {type.grades.length > 0 && (
            <Fact name="Grades">
              <CountLinks
                links={type.grades.map(({ grade, count }) => ({
                  name: GRADE_NAMES[grade],
                  count,
                  search: { ...all, grade },
                }))}
              />
            </Fact>
          )}
        </FactRows>
      </div>
      {type.count === 0 && (
        <div className={styles.none}>
          <EmptyState
            title={`No ${type.name} just now`}
            action={<ButtonLink to="/catalogue/categories">See other part types</ButtonLink>}
          >
            The shop knows this type of part, and has none of it.
          </EmptyState>
        </div>
      )}
      {type.brands.length > 0 && (
        <LandingSection title="Brands" end={<Link to="/catalogue/brands">All brands</Link>}>
          <CountLinks
            links={type.brands
              .slice(0, SHOWN_BRANDS)
              .map(({ slug, name, count }) => ({ name, count, search: { ...all, brand: slug } }))}
          />
          {more > 0 && <p className={styles.more}>{`and ${more} more, among the filters of the list`}</p>}
        </LandingSection>
      )}
      <FirstParts title={`Parts: ${type.name}`} parts={parts} all={all} />
    </Landing>
  );
}
