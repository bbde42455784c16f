import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { leaveTyped } from '#ui/unsaved.ts';
import { EmployeeGroups, type EmployeeGroupsProps } from './employee-groups.tsx';

type PanelProps = Pick<EmployeeGroupsProps, 'groups' | 'employees'>;

const PLUS = <Plus className="i" aria-hidden="true" />;

/** Beside the list, from the tablet up. */
export function EmployeeGroupsPanel(props: PanelProps) {
  const { t } = useTranslation(['employees', 'common']);
  const [editing, setEditing] = useState<string | null>(null);
  const edit = (id: string | null) => leaveTyped(() => setEditing(id));
  return (
    <aside className="card px-2 pb-2" aria-labelledby="employee-groups">
      <header className="flex items-center gap-2 py-1.5 pl-2">
        <h2 id="employee-groups" className="flex-1 text-base">
          {t('groups')}
        </h2>
        <Button data-edit="new" variant="ghost" size="sm" icon={PLUS} onClick={() => edit('new')}>
          {t('common:add')}
          <span className="sr-only"> {t('a_group')}</span>
        </Button>
      </header>
      <EmployeeGroups {...props} editing={editing} onEdit={edit} />
    </aside>
  );
}

/** On the phone: a button of the top bar, and the groups in a dialog (document 2 §2). */
export function EmployeeGroupsButton(props: PanelProps) {
  const { t } = useTranslation(['employees', 'common']);
  const [open, setOpen] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const edit = (id: string | null) => leaveTyped(() => setEditing(id));
  const close = () =>
    leaveTyped(() => {
      setEditing(null);
      setOpen(false);
    });
  return (
    <>
      <Button
        variant="ghost"
        iconOnly
        label={t('groups_title')}
        icon={<Users className="i" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onClose={close}
        title={t('groups_title')}
        footer={
          <Button data-edit="new" variant="primary" className="flex-1" icon={PLUS} onClick={() => edit('new')}>
            {t('group_add')}
          </Button>
        }
      >
        <EmployeeGroups {...props} editing={editing} onEdit={edit} />
      </Dialog>
    </>
  );
}
