import { Button, type ButtonProps } from '@strapi/design-system';

interface Props extends Omit<ButtonProps, 'disabled' | 'onClick'> {
  /** Whether there is nothing for it to do now. */
  idle: boolean;
  onClick(): void;
}

/** A button that may become idle by its own act. A disabled one would lose the focus, and the keyboard its place. */
export const SteadyButton = ({ idle, onClick, ...props }: Props) => (
  <Button {...props} aria-disabled={idle} onClick={() => !idle && onClick()} />
);
