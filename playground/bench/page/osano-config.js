/** Osano's cookieconsent as its generator writes it, with the choice between allowing and declining. */
window.cookieconsent.initialise({
  type: 'opt-in',
  palette: { popup: { background: '#fff' }, button: { background: '#1d4f5f' } },
  content: { message: 'We would like to use cookies.', allow: 'Accept all', deny: 'Reject all' },
});
