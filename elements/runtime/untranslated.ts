/** English texts for the case that translations could not be loaded. */
export const untranslatedTexts = {
  title: 'This part of the page could not be loaded',
  text: 'Check the connection, then try again.',
  retry: 'Try again',
} as const
