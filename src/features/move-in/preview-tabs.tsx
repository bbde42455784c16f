import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import type { ReactNode } from 'react';
import { Count } from '#ui/page/badge.tsx';
import { classNames } from '#ui/style/class-names.ts';

export interface PreviewTab {
  readonly id: string;
  readonly label: string;
  /** The number of records that it brings. */
  readonly count: number;
  /** The number of rows that bring none because something is wrong with them. */
  readonly wrong: number;
  readonly panel: ReactNode;
}

interface PreviewTabsProps {
  label: string;
  tabs: readonly PreviewTab[];
  selected: string;
  onSelect: (id: string) => void;
}

/** A tab for each thing that is moved in. A choice in one tab stays while another tab is shown. */
export function PreviewTabs({ label, tabs, selected, onSelect }: PreviewTabsProps) {
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === selected),
  );
  return (
    <TabGroup selectedIndex={at} onChange={(index) => onSelect(tabs[index]?.id ?? '')}>
      <TabList aria-label={label} className="tabs overflow-x-auto overflow-y-hidden">
        {tabs.map(({ id, label: name, count, wrong }, index) => (
          <Tab key={id} className={classNames('max-w-72 flex-none', index === at && 'on')}>
            <span className="truncate">{name}</span> <Count>{count}</Count>
            {wrong > 0 ? <Count warn>{wrong}</Count> : null}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map(({ id, panel }) => (
          <TabPanel key={id} unmount={false} className="flex flex-col gap-5 pt-5 max-md:gap-3 max-md:pt-3" tabIndex={-1}>
            {panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}
