import { Menu } from '@atrium/shared-kernel/ui/menu';
import Check from 'lucide-react/icons/check';
import Sparkles from 'lucide-react/icons/sparkles';
import classes from '../composer/composer.module.css';
import { aboutModel, useModels } from './models.api.ts';
import { maxInMenu, useOpenModels } from './open-models.ts';

interface Props {
  /** Id of the model that answers next, if one was chosen. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Chooses the model that answers: from a menu, or in a dialog with a search if there are many. */
const ModelPicker = ({ chosen, onChoose }: Props) => {
  const models = useModels();
  // The first model replaces one that no longer exists or that the user may no longer choose.
  const current = models.find(({ id }) => id === chosen) ?? models[0];
  const search = useOpenModels(current?.id, onChoose);
  if (!current || models.length < 2) return null;
  const many = models.length > maxInMenu;
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
    // The others reserve the space of the check mark.
    icon: <Check visibility={model === current ? 'visible' : 'hidden'} />,
    onSelect: () => onChoose(model.id),
  }));
  return <Menu side="top" items={items} trigger={button} />;
};

export default ModelPicker;
