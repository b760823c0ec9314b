import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { ConfirmAnswer, ConfirmOptions } from './confirm-options.ts';
import styles from './dialog.module.css';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';
import { useUiText } from './ui-text.tsx';

/** The question itself; loaded with the first one. */
export function ConfirmDialog({
  options,
  onAnswer,
}: {
  options: ConfirmOptions;
  onAnswer: (answer: ConfirmAnswer) => void;
}) {
  const { t } = useUiText();
  const payload = useRef<unknown>(undefined);
  const [typed, setTyped] = useState('');
  const { type = 'confirm', title, body, nameToType } = options;
  const isAllowed = !nameToType || typed === nameToType;

  const cancel = () => onAnswer([false]);
  const confirm = (given: unknown = payload.current) => onAnswer([true, given]);
  const setPayload = (next: unknown) => {
    payload.current = next;
  };
  const words = typeof body === 'function' ? body({ confirm, cancel, setPayload }) : body;
  return (
    <AlertDialog.Root open onOpenChange={isOpen => !isOpen && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.popup} data-size="small">
            <header className={styles.header}>
              <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            </header>
            <form
              className={styles.form}
              onSubmit={event => {
                event.preventDefault();
                event.stopPropagation();
                if (isAllowed && type === 'confirm') confirm();
              }}
            >
              <div className={styles.body}>
                {words && <AlertDialog.Description render={<div />}>{words}</AlertDialog.Description>}
                {nameToType && (
                  <Field label={t('type_to_confirm', { name: nameToType })}>
                    <TextInput
                      autoComplete="off"
                      value={typed}
                      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                    />
                  </Field>
                )}
              </div>
              <footer className={styles.actions}>
                <Button onClick={cancel}>
                  {type === 'alert'
                    ? (options.confirmLabel ?? t('close'))
                    : (options.cancelLabel ?? t('cancel'))}
                </Button>
                {type === 'confirm' && (
                  <Button
                    type="submit"
                    variant={options.isDanger ? 'danger' : 'primary'}
                    disabled={!isAllowed}
                  >
                    {options.confirmLabel ?? t('confirm')}
                  </Button>
                )}
              </footer>
            </form>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
