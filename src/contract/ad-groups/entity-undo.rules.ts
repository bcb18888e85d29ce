/** For so many days is kept which entities a change was of, and it can be taken back for as long. */
export const entityUndoDays = 30
