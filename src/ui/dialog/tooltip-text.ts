/** Attributes of an element whose tooltip repeats its accessible name, or shows a truncated text in full. */
export const tooltip = (text: string | undefined) => ({ 'data-tooltip': text })

/** Attributes of an element whose tooltip says more than its accessible name; screen readers read it as the description. */
export const describedTooltip = (text: string | undefined) => ({ 'data-tooltip': text, 'aria-description': text })
