report(async () => {
  await moment();
  said("boxes", boxes().join(" | "));
  said("approximation is named", /^Approximated/.test(plain(document.querySelector("#chart > p"))));
  said("events", all("#event option").map(plain).join(", "));
  said("unknown", plain(document.getElementById("unknown-events")));
  await open("function=work");
  said("work", all(".tile").map(plain).join(" | "));
  said("callers", rows("#callers").join(" | "));
  said("callees", rows("#callees").join(" | "));
});
