(() => {
  const found = [];
  const name = (e) => {
    const text = (e.getAttribute("aria-label") || e.textContent || "").trim().replace(/\s+/g, " ").slice(0, 60);
    return e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.getAttribute("class") ? "." + e.getAttribute("class").split(" ").join(".") : "") + ` “${text}”`;
  };
  const visible = (e) => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && e.getClientRects().length > 0;
  const inside = (e) => e.closest("svg");
  const hidden = (e) => getComputedStyle(e).clipPath !== "none" || (e.parentElement && hidden(e.parentElement)); // for readers of the screen only

  // A printed page has what its reader did not open.
  const screen = matchMedia("screen").matches;
  for (const d of document.querySelectorAll("details")) d.open = screen;

  // What does not fit.
  const root = document.documentElement, wide = new Set();
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} pixels wide and scrolls sideways`);
  for (const e of document.body.querySelectorAll("*")) {
    if (wide.has(e.parentElement)) wide.add(e); // its parent is reported
    if (inside(e) || !visible(e) || hidden(e) || wide.has(e)) continue;
    const before = found.length, style = getComputedStyle(e);
    if (style.display !== "inline" && style.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1)
      found.push(`${name(e)} is ${e.clientWidth} pixels wide and holds ${e.scrollWidth}`);
    const box = e.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.right > root.clientWidth + 1)) found.push(`${name(e)} is beyond the edge of the page`);
    if (found.length > before) wide.add(e);
  }
  for (const text of document.querySelectorAll("svg text")) {
    if (!visible(text)) continue;
    const a = text.getBoundingClientRect(), b = text.closest("svg").getBoundingClientRect();
    if (a.width && (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1)) found.push(`${name(text)} is cut off in its figure`);
  }
  if (!screen)
    for (const d of document.querySelectorAll("details"))
      for (const e of d.children) if (e.tagName !== "SUMMARY" && !visible(e)) found.push(`${name(d)} is not printed`);

  // Contrast: 4.5, and 3 for large text.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (e) => {
    if (inside(e)) {
      // The last shape before the text that is under its middle.
      const box = e.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      const under = [...e.closest("svg").querySelectorAll("rect, path, circle")].filter((shape) => {
        const b = shape.getBoundingClientRect(), fill = rgba(getComputedStyle(shape).fill);
        return fill[3] === 255 && shape.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING && b.left <= x && x <= b.right && b.top <= y && y <= b.bottom;
      });
      if (under.length) return rgba(getComputedStyle(under.at(-1)).fill);
    }
    for (; e; e = e.parentElement) {
      const c = rgba(getComputedStyle(e).backgroundColor);
      if (c[3] === 255) return c;
    }
    return rgba("Canvas");
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (const seen = new Set(); walk.nextNode(); ) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || seen.has(e) || !visible(e) || ["STYLE", "SCRIPT", "title", "desc"].includes(e.tagName)) continue;
    seen.add(e);
    const style = getComputedStyle(e);
    const [light, dark] = [luminance(rgba(inside(e) ? style.fill : style.color)), luminance(behind(e))].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(`${name(e)} has a contrast of ${ratio.toFixed(2)}`);
    if (!inside(e) && screen && size < 12) found.push(`${name(e)} is ${size} pixels high`);
  }

  // What a reader of the screen says.
  if (!root.lang) found.push("the page has no language");
  if (!document.title.trim()) found.push("the page has no title");
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  if (headings.filter((h) => h.tagName === "H1").length !== 1) found.push("the page has not one h1");
  headings.forEach((h, i) => {
    if (!h.textContent.trim()) found.push(`${name(h)} is empty`);
    if (i && h.tagName[1] - headings[i - 1].tagName[1] > 1) found.push(`${name(h)} skips a level`);
  });
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.filter((v) => v === id).length > 1) found.push(`the id ${id} is there twice`);
  for (const a of document.querySelectorAll('a[href^="#"]')) if (!document.getElementById(a.getAttribute("href").slice(1))) found.push(`${name(a)} leads nowhere`);
  for (const e of document.querySelectorAll("svg, img, [role=img]")) {
    if (e.getAttribute("aria-hidden") === "true" || e.parentElement.closest("[role=img]")) continue;
    const named = e.getAttribute("aria-label") || e.getAttribute("alt") || e.querySelector(":scope > title")?.textContent || document.getElementById(e.getAttribute("aria-labelledby")?.split(" ")[0])?.textContent;
    if (!named?.trim()) found.push(`${name(e)} is a figure without a text`);
    if (e.tagName === "svg" && e.getAttribute("role") !== "img") found.push(`${name(e)} is not said to be a figure`);
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.querySelector("th")) found.push(`${name(table)} has no heading`);
  }

  window.sortid = {
    all: () => [...document.querySelectorAll('a[href], summary, button, input, select, textarea, [tabindex="0"]')].filter(visible),
    controls: () => sortid.all().map((e, i) => `control ${i}, ${name(e)}`),
    focused: () => {
      const e = document.activeElement, style = getComputedStyle(e);
      return { name: `control ${sortid.all().indexOf(e)}, ${name(e)}`, shown: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 };
    },
  };
  return [...new Set(found)];
})();
