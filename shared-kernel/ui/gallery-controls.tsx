import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Field, TextArea } from './field.tsx';
import { GallerySection } from './gallery-section.tsx';
import styles from './gallery.module.css';
import { RadioGroup } from './radio-group.tsx';
import { SearchList } from './search-list/search-list.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';

const few = ['Explorer', 'Serious', 'Casual'].map((label) => ({ value: label.toLowerCase(), label }));
const many = Array.from({ length: 24 }, (_, index) => ({ value: `${index}`, label: `Option ${index + 1}` }));
const paragraph = 'Answer in short sentences.\nName your sources.\nAsk when something is not clear.';

const Fields = () => (
  <>
    <GallerySection title="Field" stacked>
      <div className={styles.pair}>
        <Field label="First name" placeholder="Ada" autoComplete="off" />
        <Field label="E-mail" defaultValue="ada@example.com" hint="We write only when it matters." />
        <Field label="Password" type="password" defaultValue="correct horse" autoComplete="off" />
        <Field label="Password again" type="password" error="Passwords do not match." autoComplete="off" />
        <Field label="Username" defaultValue="ada-lovelace" maxLength={12} />
        <Field label="Plan" defaultValue="Premium" disabled />
        <Field label="Search chats" hideLabel icon={<Search />} placeholder="Search chats" type="search" />
      </div>
    </GallerySection>
    <GallerySection title="Text area" stacked>
      <TextArea label="About you" placeholder="What should the assistant know?" />
      <TextArea label="Instructions" minRows={3} maxRows={12} defaultValue={paragraph} hint="3 to 12 rows" />
      <TextArea label="Feedback" defaultValue="Too long" maxLength={8} error="Please say a little more." />
    </GallerySection>
  </>
);

/** Opened by a button, because the field takes the focus. */
const Searching = () => {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const found = many.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <GallerySection title="Search list" stacked>
      <Button onClick={() => setOpen(!open)}>{open ? 'Close' : 'Search options'}</Button>
      {open && (
        <SearchList
          text={text}
          onTextChange={setText}
          items={found.map(({ value, label }) => ({ id: value, label }))}
          onChoose={() => setOpen(false)}
          label="Search options"
          listLabel="Options"
          placeholder="Search options"
          maxLength={40}
          nouns={['option', 'options']}
          page={8}
        >
          {(option, items) => items.map((item) => option(item, item.label))}
        </SearchList>
      )}
    </GallerySection>
  );
};

export const GalleryControls = () => {
  const [choice, setChoice] = useState<string | undefined>('explorer');
  const [option, setOption] = useState<string>();
  const [on, setOn] = useState(true);
  return (
    <>
      <Fields />
      <Searching />
      <GallerySection title="Select" stacked>
        <div className={styles.pair}>
          <Select label="Personality" options={few} value={choice} onChange={setChoice} />
          <Select label="Above ten options" options={many} value={option} onChange={setOption} />
          <Select label="With an error" options={few} value={undefined} onChange={setChoice} error="Choose one." />
          <Select label="Disabled" options={few} value="casual" onChange={setChoice} disabled />
        </div>
      </GallerySection>
      <GallerySection title="Check box" stacked>
        <div className={styles.pair}>
          <Checkbox label="Remember me" />
          <Checkbox label="Checked" defaultChecked />
          <Checkbox label="Disabled" disabled />
          <Checkbox label="Disabled, checked" disabled defaultChecked />
          <Checkbox label="I accept the terms" error="Please accept the terms." />
          <Checkbox
            label="Hubertine-Philippine Freifrau von Württemberg-Hohenlohe, née Baroness of Ponsonby-Ingestrie"
            hint="hubertine@atrium.test"
          />
        </div>
      </GallerySection>
      <GallerySection title="Radio group" stacked>
        <RadioGroup label="Personality" options={few} value={choice} onChange={setChoice} />
        <RadioGroup
          label="Plan"
          look="cards"
          options={[
            { value: 'explorer', label: 'Monthly', hint: '$10 a month, ends when you say so' },
            { value: 'serious', label: 'Yearly', hint: '$96 a year, 20% less' },
          ]}
          value={choice}
          onChange={setChoice}
        />
        <RadioGroup label="Text size" look="segments" options={few} value={choice} onChange={setChoice} />
        <RadioGroup
          label="How did you hear of us?"
          options={few.slice(0, 2)}
          value={undefined}
          onChange={setChoice}
          error="Please select an option."
        />
      </GallerySection>
      <GallerySection title="Switch" stacked>
        <Switch label="Memories" hint="Learn from what you say" checked={on} onChange={setOn} />
        <Switch label="Product news" checked={!on} onChange={(checked) => setOn(!checked)} />
        <Switch label="Saving" checked={on} onChange={setOn} busy />
        <Switch label="Not in your plan" checked={false} onChange={setOn} disabled />
      </GallerySection>
    </>
  );
};
