import { messageOf } from '@atrium/shared-kernel/client';
import type { ModelOption } from '@atrium/shared-kernel/contracts/entities/model';
import * as dialogs from '#contracts/dialogs';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Field } from '@atrium/shared-kernel/ui/field';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { aboutModel, useModelList } from './models.api.ts';
import styles from './models-dialog.module.css';

/** Models that have each of the words, in their names or in what they can do. */
const fitting = (models: readonly ModelOption[], typed: string): readonly ModelOption[] => {
  const words = typed.toLowerCase().split(/\s+/);
  return models.filter((model) => {
    const text = `${model.label} ${aboutModel(model) ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

interface OptionProps {
  readonly id: string;
  readonly model: ModelOption;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly onChoose: (id: string) => void;
}

const Option = ({ id, model, active, chosen, onChoose }: OptionProps) => {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const about = aboutModel(model);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.option}
      onClick={() => onChoose(model.id)}
    >
      <Check className={styles.check} visibility={chosen ? 'visible' : 'hidden'} aria-hidden />
      <span dir="auto" className={styles.words}>
        {model.label}
        {about !== undefined && <small className={styles.about}>{about}</small>}
      </span>
      {chosen && <small className={styles.current}>In use</small>}
    </div>
  );
};

interface ListProps {
  readonly models: readonly ModelOption[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Which of `count` models a key leads to; undefined for a key that leads to none. */
const stepFrom = (active: number, count: number, key: string): number | undefined => {
  const steps: Record<string, number> = {
    ArrowDown: (active + 1) % count,
    ArrowUp: (active - 1 + count) % count,
    PageDown: Math.min(active + 8, count - 1),
    PageUp: Math.max(active - 8, 0),
  };
  return steps[key];
};

interface FoundProps extends ListProps {
  readonly id: string;
  readonly active: number;
  readonly typed: string;
}

/** The models that fit, or that there is none. */
const Found = ({ models, chosen, onChoose, id, active, typed }: FoundProps) => (
  <div className={styles.outcome}>
    {models.length === 0 && <EmptyState small title={`Nothing matches “${typed}”`} text="Try different words." />}
    <div id={id} role="listbox" aria-label="Models">
      {models.map((model, index) => (
        <Option
          key={model.id}
          id={`${id}-${index}`}
          active={index === active}
          chosen={model.id === chosen}
          {...{ model, onChoose }}
        />
      ))}
    </div>
  </div>
);

/** The models below a field that finds them: the arrow keys go through them, Enter chooses. */
const ModelList = ({ models, chosen, onChoose }: ListProps) => {
  const [text, setText] = useState('');
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      models.findIndex((model) => model.id === chosen),
    ),
  );
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const typed = text.trim();
  const found = fitting(models, typed);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = stepFrom(active, found.length, event.key);
    const model = found[active];
    if (!model) return;
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') onChoose(model.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.models}>
      <Field
        ref={field}
        label="Search models"
        hideLabel
        role="combobox"
        autoComplete="off"
        icon={<Search />}
        placeholder="Search models"
        maxLength={100}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={(next) => {
          setText(next);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <p aria-live="polite" className={styles.said}>
        {typed !== '' && (found.length === 1 ? '1 model' : `${found.length} models`)}
      </p>
      <Found models={found} {...{ chosen, onChoose, id, active, typed }} />
    </div>
  );
};

/** Chooses among many models, by their names and by what they can do. */
export const ModelsDialog = () => {
  const { close } = useHost();
  const { chosen } = useDialogInput(dialogs.chat.models);
  const { data, error, isFetching, refetch } = useModelList();
  return (
    <DialogBody title="Choose a model" onClose={() => close()}>
      {data ? (
        <ModelList models={data.models} chosen={chosen} onChoose={(model) => close({ model })} />
      ) : error && !isFetching ? (
        <FailureState
          small
          title="Couldn’t load the models."
          text={messageOf(error, callFailed)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading the models">
          <Skeleton lines={8} />
        </div>
      )}
    </DialogBody>
  );
};
