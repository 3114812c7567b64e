/** What stands around a page's content: titles, ways back up, pictures that set the scene. */
import { Link } from '@tanstack/react-router';
import { LaidOut, Stack } from '#web/navigation/laid-out.tsx';
import { Rest } from '#web/navigation/rest.tsx';
import { Button } from '#web/ui/button.tsx';
import { Breadcrumbs, PageTitle, SectionHead } from '#web/ui/headings.tsx';
import { NameIndex } from '#web/ui/name-index.tsx';
import { StillLife } from '#web/ui/still-life.tsx';
import { LONGEST } from './examples.ts';
import { Component, State } from './states.tsx';
import styles from './ui-page.module.css';

export function FrameStates() {
  return (
    <>
      <Component name="Headings">
        <State name="ways back up">
          <Breadcrumbs>
            <Link to="/">Home</Link>
            <Link to="/">Catalogue</Link>
            {LONGEST.name}
          </Breadcrumbs>
        </State>
        <State name="page title, plain" wide>
          <PageTitle>My Orders: 3</PageTitle>
        </State>
        <State name="page title, with a count and something to do" wide>
          <PageTitle aside="6 reviews" actions={<Button size="small">CSV</Button>}>
            {LONGEST.name}
          </PageTitle>
        </State>
        <State name="section, plain and with a way on" wide>
          <SectionHead title="Vehicle Brands" />
          <SectionHead title="Our Products" end={<Link to="/">All parts</Link>} />
        </State>
      </Component>

      <Component name="Index of names">
        <State name="with counts, many letters, one of them long" wide>
          <NameIndex
            label="Find a brand"
            entries={['3M', LONGEST.name, ...'ABCDEFGHIJKLM'].map((name) => ({
              name,
              path: `/${name}`,
              note: '1,284',
            }))}
          />
        </State>
        <State name="few">
          <NameIndex label="Find a model" entries={[{ name: 'A4', path: '/a4', note: '1994–2026' }]} />
        </State>
      </Component>

      <Component name="Laid out">
        <State name="shown">
          <LaidOut name="shown" isShown>
            <p>{LONGEST.name}</p>
          </LaidOut>
        </State>
        <State name="ready, out of sight">
          <LaidOut name="aside" isShown={false}>
            <p>{LONGEST.name}</p>
          </LaidOut>
        </State>
        <State name="one in the place of another">
          <Stack>
            <LaidOut name="first" isShown>
              <p>{LONGEST.name}</p>
            </LaidOut>
            <LaidOut name="second" isShown={false}>
              <p>{LONGEST.name}</p>
            </LaidOut>
          </Stack>
        </State>
      </Component>

      <Component name="Rest">
        <State name="a moment after what stands above it">
          <p>{LONGEST.name}</p>
          <Rest>{() => <p>{LONGEST.name}</p>}</Rest>
        </State>
      </Component>

      <Component name="Still life">
        <State name="three pictures as one" wide>
          <StillLife
            pictures={[
              '/pictures/alternator-800.webp',
              '/pictures/oil-filter-800.webp',
              '/pictures/spark-plug-800.webp',
            ]}
            className={styles.still}
          />
        </State>
      </Component>
    </>
  );
}
