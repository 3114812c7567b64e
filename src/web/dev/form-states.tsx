/** Buttons, fields and what is made of them. */
import { type ReactNode, useState } from 'react';
import { ImageField } from '#web/features/catalogue/image-field.tsx';
import { QuantityField } from '#web/features/ordering/quantity-field.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Field, type InputTies } from '#web/ui/field.tsx';
import { NumberInput, Select, TextArea, TextInput } from '#web/ui/inputs.tsx';
import { Segment, Segments } from '#web/ui/segmented.tsx';
import { notify } from '#web/ui/toasts.ts';
import { LONGEST } from './examples.ts';
import { Component, State } from './states.tsx';
import styles from './ui-page.module.css';

const TONES = ['signal', 'quiet', 'danger', 'bare'] as const;
const INPUTS: readonly (readonly [label: string, input: (ties: InputTies) => ReactNode])[] = [
  ['Text', (ties) => <TextInput {...ties} defaultValue="Dockside Garage" />],
  ['Number', (ties) => <NumberInput {...ties} defaultValue="24" />],
  ['Lines', (ties) => <TextArea {...ties} defaultValue="14 Dock Road" />],
  [
    'Choice',
    (ties) => (
      <Select {...ties}>
        <option>Aftermarket</option>
        <option>Genuine</option>
      </Select>
    ),
  ],
];

export function FormStates() {
  return (
    <>
      <Component name="Button">
        {TONES.map((tone) => (
          <State key={tone} name={tone}>
            <p className={styles.line}>
              <Button tone={tone}>Place Order</Button>
              <Button tone={tone} disabled>
                Place Order
              </Button>
              <Button tone={tone} busy>
                Place Order
              </Button>
            </p>
          </State>
        ))}
        <State name="sizes: small, normal, tall">
          <p className={styles.line}>
            <Button size="small">Buy Now</Button>
            <Button>Buy Now</Button>
            <Button size="tall">Buy Now</Button>
          </p>
        </State>
        <State name="a link, as wide as its place">
          <ButtonLink to="/catalogue" full>
            Browse catalogue
          </ButtonLink>
        </State>
      </Component>

      <Component name="Field">
        {INPUTS.map(([label, input]) => (
          <State key={label} name={`${label}: plain, with a hint, wrong, disabled`}>
            <Field label={label}>{input}</Field>
            <Field label={label} hint="As on the delivery note">
              {input}
            </Field>
            <Field label={label} error="Name is Required">
              {input}
            </Field>
            <fieldset disabled>
              <Field label={label}>{input}</Field>
            </fieldset>
          </State>
        ))}
        <State name="the longest error">
          <Field label="Email" error={LONGEST.sentence}>
            {(ties) => <TextInput {...ties} defaultValue={LONGEST.email} />}
          </Field>
        </State>
      </Component>

      <Component name="Quantity">
        <Quantity name="from 1" start="12" rule={{ minOrder: 1, orderMultiple: 1, stock: 400 }} />
        <Quantity name="below the minimum" start="4" rule={{ minOrder: 12, orderMultiple: 12, stock: 400 }} />
        <Quantity name="no multiple" start="20" rule={{ minOrder: 12, orderMultiple: 12, stock: 400 }} />
        <Quantity name="above the stock" start="500" rule={{ minOrder: 1, orderMultiple: 1, stock: 400 }} />
      </Component>

      <Component name="Picture to upload">
        <Upload name="nothing chosen" />
        <Upload name="the picture now" currentUrl="/pictures/brake-disc-800.webp" />
      </Component>

      <Component name="Views of a list">
        <State name="two, with counts">
          <Segments label="Orders">
            <Segment to="/" chosen count={4}>
              Unpaid
            </Segment>
            <Segment to="/" chosen={false} count={1284}>
              All
            </Segment>
          </Segments>
        </State>
      </Component>

      <Dialogs />
    </>
  );
}

function Quantity({
  name,
  start,
  rule,
}: {
  readonly name: string;
  readonly start: string;
  readonly rule: { readonly minOrder: number; readonly orderMultiple: number; readonly stock: number };
}) {
  const [value, setValue] = useState(start);
  return (
    <State name={name}>
      <QuantityField value={value} onChange={setValue} rule={rule} />
    </State>
  );
}

function Upload({ name, currentUrl = '' }: { readonly name: string; readonly currentUrl?: string }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <State name={name}>
      <Field label="Image">
        {(ties) => (
          <ImageField
            ties={ties}
            inputRef={() => {}}
            file={file}
            currentUrl={currentUrl}
            onChoose={setFile}
          />
        )}
      </Field>
    </State>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'question' | 'busy' | 'window'>();
  const close = () => setOpen(undefined);
  return (
    <Component name="Dialog and notices that come and go">
      <State name="open them">
        <p className={styles.line}>
          <Button onClick={() => setOpen('question')}>Question</Button>
          <Button onClick={() => setOpen('busy')}>Question at work</Button>
          <Button onClick={() => setOpen('window')}>Window</Button>
          <Button onClick={() => notify.success('Product added successfully')}>Success</Button>
          <Button onClick={() => notify.error(LONGEST.sentence)}>Error</Button>
        </p>
      </State>
      <ConfirmDialog
        open={open === 'question' || open === 'busy'}
        title="Are you sure?"
        confirmLabel="Cancel the order"
        busy={open === 'busy'}
        onConfirm={close}
        onClose={close}
      >
        Its stock goes back to the shelf.
      </ConfirmDialog>
      <Dialog
        open={open === 'window'}
        title={LONGEST.name}
        onClose={close}
        actions={<Button onClick={close}>Close</Button>}
      >
        <p>{LONGEST.sentence}</p>
      </Dialog>
    </Component>
  );
}
