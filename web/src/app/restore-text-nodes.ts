/** Stops after so many restores of one text: an extension that rewrites it each time would never come to rest. */
const maxRestores = 5

/** Tells whether another program than React made an element: React marks its own with a key of this prefix. */
const isForeign = (node: Node | null) =>
  node instanceof Element && !Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

/**
 * Undoes changes of a translator or an extension that puts elements in place of text nodes. React keeps these
 * text nodes: it would fail to remove one, or write a new state into one that is on no page any more.
 */
export function restoreTextNodes(root: Element): void {
  const restores = new WeakMap<Node, number>()
  function mayRestore(node: Node): boolean {
    const count = (restores.get(node) ?? 0) + 1
    restores.set(node, count)
    return count <= maxRestores
  }
  const observer = new MutationObserver((records) => {
    const rewritten = new Set(
      records.filter(({ addedNodes }) => [...addedNodes].some(isForeign)).map(({ target }) => target),
    )
    const removesText = ({ target, removedNodes }: MutationRecord) =>
      rewritten.has(target) && [...removedNodes].some((node) => node instanceof Text)
    const parents = new Set(records.filter(removesText).map(({ target }) => target))
    // Go back in time: each place is then as it was right after the change that is undone.
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records.toReversed()) {
      if (!parents.has(target) || isForeign(target)) continue
      const removed = [...removedNodes].filter((node) => node instanceof Text)
      if (!removed.every(mayRestore)) return
      const after = previousSibling?.parentNode === target ? previousSibling.nextSibling : target.firstChild
      const place = nextSibling?.parentNode === target ? nextSibling : after
      for (const node of removed) target.insertBefore(node, place)
      for (const node of addedNodes)
        if (node.parentNode === target && (isForeign(node) || node instanceof Text)) target.removeChild(node)
    }
    observer.takeRecords()
  })
  observer.observe(root, { childList: true, subtree: true })
}
