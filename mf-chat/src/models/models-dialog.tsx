import { messageOf } from '@atrium/shared-kernel/client';
import type { ModelOption } from '@atrium/shared-kernel/contracts/entities/model';
import * as dialogs from '#contracts/dialogs';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { SearchList } from '@atrium/shared-kernel/ui/search-list/search-list';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { aboutModel, choicesIn, useModelList } from './models.api.ts';
import styles from './models-dialog.module.css';

/** Models that have each of the words, in their names or in what they can do. */
const fitting = (models: readonly ModelOption[], typed: string): readonly ModelOption[] => {
  const words = typed.toLowerCase().split(/\s+/);
  return models.filter((model) => {
    const text = `${model.label} ${aboutModel(model) ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

interface ListProps {
  readonly models: readonly ModelOption[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** A model with what it can do, and whether it is in use. */
const Model = ({ model, chosen }: { readonly model: ModelOption; readonly chosen: boolean }) => {
  const about = aboutModel(model);
  return (
    <>
      <Check className={styles.check} visibility={chosen ? 'visible' : 'hidden'} aria-hidden />
      <span dir="auto" className={styles.words}>
        {model.label}
        {about !== undefined && <small className={styles.about}>{about}</small>}
      </span>
      {chosen && <small className={styles.current}>In use</small>}
    </>
  );
};

const ModelList = ({ models, chosen, onChoose }: ListProps) => {
  const [text, setText] = useState('');
  return (
    <SearchList
      text={text}
      onTextChange={setText}
      items={fitting(models, text.trim())}
      onChoose={({ id }) => onChoose(id)}
      label="Search models"
      listLabel="Models"
      placeholder="Search models"
      maxLength={100}
      nouns={['model', 'models']}
      initial={Math.max(
        0,
        models.findIndex((model) => model.id === chosen),
      )}
      page={8}
      optionClassName={styles.option}
    >
      {(option, found) => found.map((model) => option(model, <Model model={model} chosen={model.id === chosen} />))}
    </SearchList>
  );
};

/** Chooses among many models, by their names and by what they can do. */
export const ModelsDialog = () => {
  const { close } = useHost();
  const { chosen, research = false } = useDialogInput(dialogs.chat.models);
  const { data, error, isFetching, refetch } = useModelList();
  return (
    <DialogBody title="Choose a model" onClose={() => close()}>
      {data ? (
        <ModelList models={choicesIn(data, research).models} chosen={chosen} onChoose={(model) => close({ model })} />
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
