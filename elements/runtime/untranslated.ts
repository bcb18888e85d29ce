/** What stands where even the words did not come, in the one language that is always here. */
export const unworded = {
  title: 'This part of the page could not be loaded',
  text: 'Check the connection, then try again.',
  retry: 'Try again',
} as const
