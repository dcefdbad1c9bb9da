export const englishSettings = {
  title: 'Settings',
  intro: 'Each choice is saved at once, for you only and for every browser.',
  language: 'Language',
  timeZone: 'Time zone',
  numbers: 'Numbers',
  dates: 'Dates',
  theme: 'Colours',
  themes: { system: 'As in my browser', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  density: 'Row height of lists',
  densities: { normal: 'Normal', compact: 'Compact', roomy: 'Roomy' },
  shortcuts: 'Shortcuts of one or two letters',
  /** Option that follows the browser, or the time zone of Paydesk. */
  browserDefault: 'As in my browser ({value})',
  officeDefault: 'As in Paydesk ({zone})',
  example: 'Example: {time} · {amount}',
  saved: 'Settings saved',
  notSaved: 'Settings not saved',
} as const
