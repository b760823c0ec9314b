import { type ReactNode, useId } from 'react';
import { TabList } from './tab-list.tsx';
import styles from './workbench.module.css';

type Panel<Id extends string> = { id: Id; title: string; content: ReactNode };

type WorkbenchProps<Id extends string> = {
  editor: ReactNode;
  /** Above the panels: what runs the code. */
  actions: ReactNode;
  label: string;
  panels: readonly Panel<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
};

/** An editor as high as the window, and beside it what it works with and what comes out. */
export const Workbench = <Id extends string>({
  editor,
  actions,
  label,
  panels,
  chosen,
  onChoose,
}: WorkbenchProps<Id>) => {
  const id = useId();
  const panelIdOf = (index: number) => `${id}-panel-${index}`;
  return (
    <div className={styles.bench}>
      <div className={styles.editor}>{editor}</div>
      <section className={styles.side} aria-label={label}>
        <div className={styles.actions}>{actions}</div>
        <div className={styles.tabs}>
          <TabList
            id={id}
            label={label}
            titles={panels.map(({ title }) => title)}
            chosen={panels.findIndex(panel => panel.id === chosen)}
            onChoose={index => {
              const panel = panels[index];
              if (panel) onChoose(panel.id);
            }}
            panelIdOf={panelIdOf}
          />
        </div>
        {panels.map((panel, index) => (
          <div
            key={panel.id}
            id={panelIdOf(index)}
            role="tabpanel"
            aria-labelledby={`${id}-${index}`}
            className={styles.panel}
            hidden={panel.id !== chosen}
          >
            {panel.content}
          </div>
        ))}
      </section>
    </div>
  );
};
