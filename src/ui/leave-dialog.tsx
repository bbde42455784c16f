/** How what stands inside a dialog leaves it: by the same way as Escape, which asks where something was typed. */
import { createContext, type ReactNode, useContext } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** Closes the dialog, after its question where something was typed. @param then where one goes after it. */
export type Leave = (then?: () => void) => void;

export const LeaveContext = createContext<Leave | null>(null);

/** Of the dialog around; null outside of one. */
export const useLeaveDialog = (): Leave | null => useContext(LeaveContext);

/** „Отказ“ at the foot of a dialog. */
export function LeaveButton(props: Omit<ButtonProps, 'onClick'> & { children: ReactNode }) {
  const leave = useLeaveDialog();
  return <Button {...props} onClick={() => leave?.()} />;
}
