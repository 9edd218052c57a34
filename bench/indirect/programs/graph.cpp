// The Boost Graph Library: a breadth-first search from vertex 0, with PAGERANK
// three rounds of PageRank, or with COMPONENTS the weakly connected components
// by union and find, on a random graph in compressed rows.
#include "../../prefetch/common.h"
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/incremental_components.hpp>
#include <boost/graph/page_rank.hpp>
#include <boost/pending/disjoint_sets.hpp>
#include <vector>

enum { Degree = 8 };
using Graph = boost::compressed_sparse_row_graph<boost::bidirectionalS>;

KERNEL static void search(const Graph &G, std::vector<uint32_t> &Depth) {
  auto Map = boost::make_iterator_property_map(
      Depth.begin(), boost::get(boost::vertex_index, G));
  boost::breadth_first_search(
      G, 0,
      boost::visitor(boost::make_bfs_visitor(
          boost::record_distances(Map, boost::on_tree_edge()))));
}

KERNEL static void rank(const Graph &G, std::vector<double> &Rank) {
  auto Map = boost::make_iterator_property_map(
      Rank.begin(), boost::get(boost::vertex_index, G));
  boost::graph::page_rank(G, Map, boost::graph::n_iterations(3));
}

KERNEL static void unite(const Graph &G, std::vector<uint32_t> &Parents,
                         std::vector<uint32_t> &Ranks) {
  auto Index = boost::get(boost::vertex_index, G);
  auto Parent = boost::make_iterator_property_map(Parents.begin(), Index);
  auto Rank = boost::make_iterator_property_map(Ranks.begin(), Index);
  boost::disjoint_sets<decltype(Rank), decltype(Parent)> Sets(Rank, Parent);
  boost::initialize_incremental_components(G, Sets);
  boost::incremental_components(G, Sets);
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / 16 / Degree;
  std::vector<std::pair<size_t, size_t>> Edges;
  for (size_t I = 0; I < N * Degree; ++I)
    Edges.push_back({I / Degree, random32() % N});
  Graph G(boost::edges_are_unsorted_multi_pass, Edges.begin(), Edges.end(), N);
#ifdef PAGERANK
  std::vector<double> Rank(N, 1.0);
  MEASURE_THEN(rank(G, Rank),
               checksumOfMemory(Rank.data(), N * sizeof(double)));
#elif defined(COMPONENTS)
  std::vector<uint32_t> Parents(N), Ranks(N);
  MEASURE_THEN(unite(G, Parents, Ranks),
               checksumOfMemory(Parents.data(), N * sizeof(uint32_t)));
#else
  std::vector<uint32_t> Depth(N + 1);
  MEASURE_THEN(search(G, Depth),
               checksumOfMemory(Depth.data(), N * sizeof(uint32_t)));
#endif
}
