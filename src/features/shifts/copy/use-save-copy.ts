import { useTranslation } from 'react-i18next';
import { replaceShiftSets, undoShiftPlan } from '#data/shifts.commands.ts';
import { offerUndo, underWay } from '#features/undo.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import { leftOffWords } from '#shifts/reads/left-off.ts';
import { toast } from '#ui/toast-store.ts';
import type { CopyList } from './copy-list.ts';

/** Saves a copy as one action that can be taken back. False: it was not saved, and that was said. */
export function useSaveCopy() {
  const replica = useReplica();
  const { t } = useTranslation('plan');
  return ({ sets }: CopyList, week: string): Promise<boolean> => {
    const words = t('copied', { week, count: sets.length });
    const save = async () => {
      try {
        const warning = await leftOffWords(replica, sets);
        const edit = await saving(words, () => replaceShiftSets(replica, sets));
        const back = t('copy_back', { week });
        offerUndo({ text: words, back, warning, about: 'shifts', undo: () => undoShiftPlan(replica, edit) });
        return true;
      } catch (error) {
        console.error(error);
        toast({ title: t('not_saved'), description: failureText(error), variant: 'destructive' });
        return false;
      }
    };
    return underWay(save());
  };
}
