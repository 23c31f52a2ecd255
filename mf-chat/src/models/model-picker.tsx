import { Menu } from '@atrium/shared-kernel/ui/menu';
import Check from 'lucide-react/icons/check';
import Sparkles from 'lucide-react/icons/sparkles';
import classes from '../composer/composer.module.css';
import { aboutModel, useModels } from './models.api.ts';
import { mostInMenu, useOpenModels } from './open-models.ts';

interface Props {
  /** The id of the model that answers next, as far as it was chosen. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Chooses the model that answers: from a menu by typing the start of its name, or in a dialog with a search where there are many. */
const ModelPicker = ({ chosen, onChoose }: Props) => {
  const models = useModels();
  // One that is gone, or not the person's any more, is answered for by the first.
  const current = models.find(({ id }) => id === chosen) ?? models[0];
  const search = useOpenModels(current?.id, onChoose);
  if (!current || models.length < 2) return null;
  const many = models.length > mostInMenu;
  const button = (
    <button
      type="button"
      className={classes.mode}
      aria-label={`Model: ${current.label}`}
      title={`Model: ${current.label}`}
      {...(many ? { 'aria-haspopup': 'dialog', onClick: () => void search() } : {})}
    >
      <Sparkles aria-hidden />
      <span className={classes.modeLabel}>{current.label}</span>
    </button>
  );
  if (many) return button;
  const items = models.map((model) => ({
    label: model.label,
    description: aboutModel(model),
    checked: model === current,
    // The others leave its room free.
    icon: <Check visibility={model === current ? 'visible' : 'hidden'} />,
    onSelect: () => onChoose(model.id),
  }));
  return <Menu side="top" items={items} trigger={button} />;
};

export default ModelPicker;
