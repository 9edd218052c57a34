report(async () => {
  await moment();
  said("boxes", boxes().join(" | "));
  await open("function=work");
  said("work", all(".tile").map(plain).join(" | "));
  said("callers", rows("#callers").join(" | "));
  said("callees", rows("#callees").join(" | "));
});
