import { useBehavior } from '@atrium/shared-kernel/remote';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import Check from 'lucide-react/icons/check';
import Sparkles from 'lucide-react/icons/sparkles';
import classes from '../ui/tool-button.module.css';
import { useHost } from '../remote.ts';
import { aboutModel, useAgentModel, useModels } from './models.api.ts';
import { maxInMenu, useOpenModels } from './open-models.ts';

interface Props {
  /** Id of the model that was chosen for the chat or the next message. */
  readonly chosen: string | undefined;
  /** Id of the agent that answers. */
  readonly agent: string | undefined;
  /** Whether the next answer is a research. */
  readonly research: boolean;
  readonly onChoose: (id: string) => void;
}

/** Chooses the model that answers: from a menu, or in a dialog with a search if there are many. */
const ModelPicker = ({ chosen, agent, research, onChoose }: Props) => {
  const { models, usual } = useModels(research);
  const own = useBehavior(useHost().session.user$)?.model;
  // As the service chooses. One that no longer exists, or that the user may no longer choose, is skipped.
  const skipped = chosen === undefined || (models.length > 0 && models.every(({ id }) => id !== chosen));
  const preferred = [chosen, useAgentModel(skipped ? agent : undefined), own, usual];
  const current = preferred.flatMap((one) => models.find(({ id }) => id === one) ?? [])[0] ?? models[0];
  const search = useOpenModels({ chosen: current?.id, research }, onChoose);
  if (!current || models.length < 2) return null;
  const many = models.length > maxInMenu;
  const button = (
    <button
      type="button"
      className={classes.tool}
      aria-label={`Model: ${current.label}`}
      title={`Model: ${current.label}`}
      {...(many ? { 'aria-haspopup': 'dialog', onClick: () => void search() } : {})}
    >
      <Sparkles aria-hidden />
      <span className={classes.label}>{current.label}</span>
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
