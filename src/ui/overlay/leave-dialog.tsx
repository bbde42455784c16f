/** Lets a button inside a dialog close it as Escape does, which asks first if something was typed. */
import { createContext, type ReactNode, useContext } from 'react';
import { Button, type ButtonProps } from '#ui/page/button.tsx';

/** Closes the dialog, after its question if something was typed. @param then called after it has closed */
export type Leave = (then?: () => void) => void;

export const LeaveContext = createContext<Leave | null>(null);

/** Closes the dialog around the component; null outside of a dialog. */
export const useLeaveDialog = (): Leave | null => useContext(LeaveContext);

/** „Отказ“ at the foot of a dialog. */
export function LeaveButton(props: Omit<ButtonProps, 'onClick'> & { children: ReactNode }) {
  const leave = useLeaveDialog();
  return <Button {...props} onClick={() => leave?.()} />;
}
