/**
 * Has a control's form go its way without JavaScript: a page may be older than the files of its site, or something
 * between them and the visitor keeps them away.
 */
export function sendForm(control: Element): void {
  const { form, type } = control as HTMLButtonElement;
  if (type === 'submit') form?.requestSubmit(control as HTMLButtonElement);
}
