/** For a link in a row: Tab passes it by, because the row has keys of its own, and a press is not one on the row. */
export const rowLinkProps = {
  tabIndex: -1,
  onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
} as const
