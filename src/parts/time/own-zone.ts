/** The time zone of the user's device. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
